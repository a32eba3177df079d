import { AlertDialog } from '@base-ui/react/alert-dialog'
import { classNames } from '../lib/class-names.ts'
import styles from './confirm-alert.module.css'
import sheet from './sheet.module.css'

export type ConfirmQuestion = {
  title: string
  text?: string
  /** Label of the cancel button; 取消 by default. */
  cancel?: string
  /** Label of the confirm button. */
  confirm: string
  /** Irreversible action: the confirm label is red. */
  danger?: boolean
}

type ConfirmAlertProps = {
  question: ConfirmQuestion
  open: boolean
  onAnswer: (isConfirmed: boolean) => void
  /** Esc was pressed. */
  onDismiss: () => void
}

/** Loaded lazily with the first confirmation. Initial focus is on the cancel button. */
export function ConfirmAlert({ question, open, onAnswer, onDismiss }: ConfirmAlertProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onDismiss()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={sheet.mask} />
        <AlertDialog.Popup className={classNames(sheet.popUp, styles.dialog)}>
          <AlertDialog.Title className={styles.title}>{question.title}</AlertDialog.Title>
          {question.text !== undefined && (
            <AlertDialog.Description className={styles.text}>{question.text}</AlertDialog.Description>
          )}
          <div className={styles.buttons}>
            <button track-id="cancel" type="button" className={styles.button} onClick={() => onAnswer(false)}>
              {question.cancel ?? '取消'}
            </button>
            <button
              track-id="confirm"
              type="button"
              className={classNames(styles.button, styles.act, question.danger === true && styles.danger)}
              onClick={() => onAnswer(true)}
            >
              {question.confirm}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
