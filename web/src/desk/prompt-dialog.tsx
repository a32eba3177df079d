import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorLine, messageOf } from './states.tsx'

export type Answers = { reason: string; totp: string; line: string; day: string }

type PromptDialogProps = {
  title: string
  /** What the action does. */
  text?: ReactNode
  /** Label of the text; absent: none is asked. */
  reason?: string
  isReasonOptional?: boolean
  /** Label of one line of text; absent: none is asked. */
  line?: string
  /** Label of a day; absent: none is asked. */
  day?: string
  /** Asks for a fresh code of the authenticator. */
  needsCode?: boolean
  confirm: string
  isDanger?: boolean
  /** A refusal stays in the dialog, with the input. @throws Error whose message is shown */
  onConfirm: (answers: Answers) => Promise<unknown>
  onClose: () => void
}

/** Asks for what an action needs, and runs it. */
export function PromptDialog(props: PromptDialogProps) {
  const { title, text, reason: reasonLabel, isReasonOptional = false, needsCode = false, onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [totp, setTotp] = useState('')
  const [line, setLine] = useState('')
  const [day, setDay] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (reasonLabel !== undefined && !isReasonOptional && reason.trim() === '') return setError('请填写理由')
    if (props.line !== undefined && line.trim() === '') return setError(`请填写${props.line}`)
    if (props.day !== undefined && day === '') return setError(`请填写${props.day}`)
    if (needsCode && totp.trim() === '') return setError('请输入动态码')
    setIsBusy(true)
    try {
      await onConfirm({ reason: reason.trim(), totp: totp.trim(), line: line.trim(), day })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="mask" />
        <Dialog.Popup className="dialog">
          <form onSubmit={(event) => void submit(event)}>
            <Dialog.Title className="dialog-title">{title}</Dialog.Title>
            {text !== undefined && <Dialog.Description className="dialog-text">{text}</Dialog.Description>}
            {props.line !== undefined && (
              <label className="field">
                <span>{props.line}</span>
                <input value={line} maxLength={128} onChange={(event) => setLine(event.target.value)} />
              </label>
            )}
            {props.day !== undefined && (
              <label className="field">
                <span>{props.day}</span>
                <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
              </label>
            )}
            {reasonLabel !== undefined && (
              <label className="field">
                <span>{reasonLabel}</span>
                <textarea value={reason} maxLength={500} rows={3} onChange={(event) => setReason(event.target.value)} />
              </label>
            )}
            {needsCode && (
              <label className="field">
                <span>动态码或恢复码</span>
                <input
                  value={totp}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  onChange={(event) => setTotp(event.target.value)}
                />
              </label>
            )}
            <ErrorLine text={error} />
            <div className="dialog-foot">
              <button type="button" className="bt" onClick={onClose}>
                取消
              </button>
              <button type="submit" className={props.isDanger ? 'bt danger' : 'bt primary'} disabled={isBusy}>
                {props.confirm}
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
