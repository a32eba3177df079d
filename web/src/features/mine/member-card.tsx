import { daysLeft } from '../../lib/days-left.ts'
import { Link } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './member-card.module.css'

type CardContent = { title: string; parts: readonly string[] }

function contentOf({ isVip, vipExpireAt, canClaimGift }: UserInfo): CardContent {
  if (vipExpireAt === null) {
    return { title: '尚未开通会员', parts: [canClaimGift ? '可免费领取两年，到期不自动续费' : '查看会员权益'] }
  }
  const date = formatShanghaiDate(vipExpireAt)
  if (!isVip) return { title: '会员已到期', parts: [`${date} 到期，您的记录仍保留`] }
  const days = daysLeft(vipExpireAt)
  return { title: '百企查会员', parts: [`${date} 到期`, days === 0 ? '今日到期' : `剩余 ${days} 天`] }
}

/** Membership status with a link to 会员中心. */
export function MemberCard() {
  const { userInfo } = useSession()
  if (userInfo === null) return null
  const { title, parts } = contentOf(userInfo)
  return (
    <Link track-id="members" to="/user/members" className={styles.card}>
      <Icon name="crown" size={28} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {parts.map((part) => (
          <span key={part} className={styles.part}>
            {part}
          </span>
        ))}
      </span>
      <span className={styles.more}>
        会员中心
        <Icon name="right" size={16} />
      </span>
    </Link>
  )
}
