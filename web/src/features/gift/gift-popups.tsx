import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { closeGiftModal, type GiftRequest, useGiftStore } from '../../domain/gift/gift-store.ts'
import { classNames } from '../../lib/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import popUp from '../../ui/pop-up.module.css'
import styles from './gift-dialog.module.css'
import { GiftForm } from './gift-form.tsx'
import { GuideDialog } from './guide-dialog.tsx'
import type { ReloadApp } from './use-gift-claim.ts'

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
        <Dialog.Backdrop className={popUp.mask} />
        {/* Initial focus is on the dialog, so that the cross shows no focus ring when the dialog opens by itself. */}
        <Dialog.Popup className={classNames(popUp.popUp, styles.dialog)} ref={popup} initialFocus={popup}>
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
