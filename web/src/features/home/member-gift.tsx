import { openGiftModal } from '../../domain/gift/gift-store.ts'
import { formatShanghaiDate } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { logWarning } from '../../platform/log/log.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { CriticalIcon as Icon, type CriticalIconName as IconName } from '../../ui/critical-icon.tsx'
import utility from '../../ui/utility.module.css'
import styles from './home-page.module.css'

const reloadQuietly = () => {
  reloadUserInfo().catch((error: unknown) => logWarning('user info is old', error))
}
const openGift = () => openGiftModal({ source: 'home', onClose: reloadQuietly })

/** Banner for users without a membership: the gift, or a link to 会员中心 once it is used. */
export function MemberGift() {
  const { userInfo } = useSession()
  if (userInfo === null || userInfo.isVip) return null
  if (userInfo.canClaimGift) {
    return (
      <button track-id="gift-open" type="button" className={styles.gift} onClick={openGift}>
        <GiftText icon="gift" title="新用户会员礼" text="填写身份与行业，免费领两年会员" act="去领取" />
      </button>
    )
  }
  const end = userInfo.vipExpireAt
  const text = end === null ? '查看会员权益' : `会员已于 ${formatShanghaiDate(end)} 到期`
  return (
    <Link track-id="members" to="/user/members" className={styles.gift}>
      <GiftText icon="crown" title="会员中心" text={text} act="查看" />
    </Link>
  )
}

function GiftText({ icon, title, text, act }: { icon: IconName; title: string; text: string; act: string }) {
  return (
    <>
      <Icon name={icon} size={28} className={styles.icon} />
      <span className={utility.grow}>
        <span className={styles.giftTitle}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <span className={styles.act}>{act}</span>
    </>
  )
}
