import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { closeGiftModal, closeGuideModal, type GiftRequest, useGiftStore } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatShanghaiDate } from '../../lib/format.ts'
import { useNavigate, useRouterState } from '../../lib/router/router.tsx'
import { type UserInfo, useSession } from '../../platform/session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import sheet from '../../ui/sheet.module.css'
import styles from './gift-dialog.module.css'
import { GiftForm } from './gift-form.tsx'
import type { ReloadApp } from './use-gift-claim.ts'

const outline = { stroke: 'var(--line-3)', strokeWidth: 1.5 }

/** Illustration: the lower half of 我的 with its tab highlighted. */
function GuidePicture() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 300 148"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g stroke="var(--vip-ink)" strokeWidth="1.5" opacity="0.5">
        <path d="M34 40l5 4.5 5-7.5 5 7.5 5-4.5-2.5 13h-15zM246 84l4 3.6 4-6 4 6 4-3.6-2 10.4h-12z" />
        <path d="M250 34v10M245 39h10M50 98v8M46 102h8" />
      </g>
      <rect {...outline} fill="var(--bg-card)" x="84" y="16" width="132" height="160" rx="16" />
      <rect fill="var(--vip-card-1)" x="96" y="30" width="108" height="42" rx="7" />
      <path stroke="var(--vip-gold)" strokeWidth="1.5" d="M105 45l5 4.5 5-7.5 5 7.5 5-4.5-2.5 13h-15z" />
      <path stroke="var(--vip-gold)" strokeWidth="3" d="M134 46h40M134 56h24" />
      <path stroke="var(--vip-gold)" strokeWidth="1.5" d="M191 47l4 4-4 4" />
      <path stroke="var(--line-2)" strokeWidth="4" d="M98 84h64M98 95h44" />
      <path stroke="var(--line-2)" d="M84.5 106h131" />
      <path {...outline} d="M110 122l8-7 8 7M112.5 120.5v9h11v-9" />
      <circle fill="var(--brand-soft)" stroke="var(--brand-soft-line)" cx="182" cy="121" r="13" />
      <path
        stroke="var(--text-link)"
        strokeWidth="1.5"
        d="M179 118a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM176 128c.5-3.4 3-5 6-5s5.5 1.6 6 5"
      />
      <circle stroke="var(--text-link)" strokeWidth="1.5" strokeDasharray="2 4" cx="182" cy="121" r="18" />
    </svg>
  )
}

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
function GuideDialog({ isOpen }: { isOpen: boolean }) {
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
        <Dialog.Backdrop className={sheet.mask} />
        <Dialog.Popup className={classNames(sheet.popUp, styles.guide)} ref={popup} initialFocus={popup}>
          <div className={styles.card}>
            <GuidePicture />
            <div className={styles.guideBody}>
              <Dialog.Title className={styles.guideTitle}>{title}</Dialog.Title>
              <Dialog.Description className={styles.text}>{text}</Dialog.Description>
              <p className={styles.text}>{find}</p>
              <Button trackId="members" block className={styles.action} onClick={leave}>
                {isThere ? '知道了' : '查看会员权益'}
              </Button>
            </div>
          </div>
          <Dialog.Close className={styles.guideClose} aria-label="关闭">
            <Icon name="close" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Modal and guide, loaded lazily by the host. */
export function GiftPopups({ reloadApp }: { reloadApp: ReloadApp }) {
  const { request, opening, isOpen, isGuideOpen } = useGiftStore()
  return (
    <>
      {request !== null && <GiftDialog request={request} opening={opening} isOpen={isOpen} reloadApp={reloadApp} />}
      <GuideDialog isOpen={isGuideOpen} />
    </>
  )
}

type GiftDialogProps = { request: GiftRequest; opening: number; isOpen: boolean; reloadApp: ReloadApp }

/** Modal of the new-user gift (SPEC §2). The cross and Esc close it; a tap outside does not. */
function GiftDialog({ request, opening, isOpen, reloadApp }: GiftDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(opens) => !opens && closeGiftModal()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={sheet.mask} />
        {/* Initial focus is on the dialog, so that the cross shows no focus ring when the dialog opens by itself. */}
        <Dialog.Popup className={classNames(sheet.popUp, styles.dialog)} ref={popup} initialFocus={popup}>
          <header className={styles.head}>
            <Ticket />
            <Dialog.Title className={styles.title}>新用户会员礼</Dialog.Title>
            <Dialog.Description className={styles.subtitle}>免费领取两年会员</Dialog.Description>
            <Dialog.Close className={styles.close} aria-label="关闭">
              <Icon name="close" size={20} />
            </Dialog.Close>
          </header>
          <GiftForm key={opening} request={request} reloadApp={reloadApp} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Illustration of a ticket with a crown. */
function Ticket() {
  return (
    <svg
      className={styles.ticket}
      viewBox="0 0 112 76"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 14h100v14a9 9 0 0 0 0 18v14H6V46a9 9 0 0 0 0-18z" fill="var(--vip-paper)" />
      <path d="M76 18v38" strokeDasharray="3 4" />
      <path d="M24 30l9 7 8-13 8 13 9-7-4 20H28z" />
    </svg>
  )
}
