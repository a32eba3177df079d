import { AlertDialog } from '@base-ui/react/alert-dialog'
import { classNames } from '../lib/class-names.ts'
import styles from './confirm-alert.module.css'
import type { ConfirmQuestion } from './confirm-question.ts'

type ConfirmAlertProps = { question: ConfirmQuestion; open: boolean; onAnswer: (isConfirmed: boolean) => void }

/** Loaded by the host on the first question. Focus starts on 取消. */
export function ConfirmAlert({ question, open, onAnswer }: ConfirmAlertProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.mask} />
        <AlertDialog.Popup className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>{question.title}</AlertDialog.Title>
          {question.text !== undefined && (
            <AlertDialog.Description className={styles.text}>{question.text}</AlertDialog.Description>
          )}
          <div className={styles.buttons}>
            <AlertDialog.Close className={styles.button}>取消</AlertDialog.Close>
            <button
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
