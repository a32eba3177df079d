import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { closeGuideModal } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { useNavigate, useRouterState } from '../../lib/router/router.tsx'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import popUp from '../../ui/pop-up.module.css'
import styles from './guide-dialog.module.css'
import { GuidePicture } from './guide-picture.tsx'

const MEMBERS_PATH = '/user/members'

type GuideContent = { title: string; text: string; find: string }

/** Text for this user: mentions a membership only after a claim. */
function contentOf(userInfo: UserInfo | null): GuideContent {
  if (userInfo?.isVip === true && userInfo.vipExpireAt !== null) {
    const date = formatShanghaiDate(userInfo.vipExpireAt)
    return {
      title: '您已是百企查会员',
      text: `会员至 ${date}，到期不自动续费`,
      find: '在“我的 › 会员中心”查看权益与有效期',
    }
  }
  if (userInfo?.canClaimGift === false) {
    return {
      title: '会员权益',
      text: '查企业、看工商信息不需要会员',
      find: '在“我的 › 会员中心”查看会员状态与权益',
    }
  }
  return {
    title: '会员礼随时可领',
    text: '免费两年，到期不自动续费',
    find: '在“我的 › 会员中心”领取并查看权益',
  }
}

/** Guide of Home (SPEC §2). Its buttons and Esc close it; a tap outside does not. */
export function GuideDialog({ isOpen }: { isOpen: boolean }) {
  const { userInfo } = useSession()
  const { title, text, find } = contentOf(userInfo)
  const navigate = useNavigate()
  const popup = useRef<HTMLDivElement>(null)
  const isThere = useRouterState().location.pathname === MEMBERS_PATH
  const leave = () => {
    closeGuideModal()
    if (!isThere) void navigate(MEMBERS_PATH)
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(opens) => !opens && closeGuideModal()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={popUp.mask} />
        <Dialog.Popup className={classNames(popUp.popUp, styles.dialog)} ref={popup} initialFocus={popup}>
          <div className={styles.card}>
            <GuidePicture />
            <div className={styles.body}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Description className={styles.text}>{text}</Dialog.Description>
              <p className={styles.text}>{find}</p>
              <Button trackId="members" block className={styles.action} onClick={leave}>
                {isThere ? '知道了' : '查看会员权益'}
              </Button>
            </div>
          </div>
          <Dialog.Close className={styles.close} aria-label="关闭">
            <Icon name="close" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
