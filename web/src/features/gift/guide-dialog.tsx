import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { closeGuideModal } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatShanghaiDate } from '../../lib/shanghai-date.ts'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import popUp from '../../ui/pop-up.module.css'
import styles from './guide-dialog.module.css'
import { GuidePicture } from './guide-picture.tsx'

type GuideContent = { title: string; text: string; find: string }

/** Text for this user: mentions a membership only after a claim. */
function contentOf(userInfo: UserInfo | null): GuideContent {
  if (userInfo?.isVip === true && userInfo.vipExpireAt !== null) {
    const date = formatShanghaiDate(userInfo.vipExpireAt)
    return { title: '您已是百企查会员', text: `会员至 ${date}，到期不自动续费`, find: '到期日与会员权益都在这里' }
  }
  if (userInfo?.canClaimGift === false) {
    return { title: '会员权益', text: '查企业、看工商信息不需要会员', find: '会员状态与权益都在这里' }
  }
  return { title: '会员礼随时可领', text: '免费两年，到期不自动续费', find: '会员礼与会员权益都在这里' }
}

/** Guide of Home (SPEC §2). Only its button and Esc close it. */
export function GuideDialog({ isOpen }: { isOpen: boolean }) {
  const { userInfo } = useSession()
  const { title, text, find } = contentOf(userInfo)
  const popup = useRef<HTMLDivElement>(null)
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
              <ol className={styles.steps}>
                <li className={styles.step}>
                  点底部<b className={styles.name}>我的</b>
                </li>
                <li className={styles.step}>
                  进入<b className={styles.name}>会员中心</b>
                  <span className={styles.find}>{find}</span>
                </li>
              </ol>
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
