import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './sheet.module.css'
import { hideToast } from './toast.tsx'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Only its content closes it: no cross, Esc, tap outside or navigation. */
  mustAnswer?: boolean
  /** Fixed below the scrolling content. */
  foot?: ReactNode
  children: ReactNode
}

/** Loaded lazily by `Sheet`. Traps the focus; Esc and a tap outside close it. */
export function SheetDialog({ open, onClose, title, mustAnswer = false, foot, children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A sheet that opens by itself leaves the toast: 已登录 tells a partner's user who signed in.
    if (open && !mustAnswer) hideToast()
  }, [open, mustAnswer])
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !mustAnswer && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.mask} />
        {/* A sheet that opens by itself focuses no control. */}
        <Dialog.Popup ref={popup} className={styles.sheet} initialFocus={mustAnswer ? popup : true}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {!mustAnswer && (
              <Dialog.Close className={styles.close} aria-label="关闭">
                <Icon name="close" />
              </Dialog.Close>
            )}
          </header>
          <div className={styles.content}>{children}</div>
          {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
