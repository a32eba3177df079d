import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DeskButton, ErrorLine, LabelledInput } from './elements.tsx'
import { useAttempt } from './hooks.ts'

export type Answers = { reason: string; totp: string; line: string; day: string }

type PromptDialogProps = {
  title: string
  /** What the action does. */
  text?: ReactNode
  /** Label of the text; absent: none is asked. */
  reason?: string
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
  const { title, text, reason: reasonLabel, needsCode = false, onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [totp, setTotp] = useState('')
  const [line, setLine] = useState('')
  const [day, setDay] = useState('')
  const { error, setError, isBusy, attempt } = useAttempt()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (reasonLabel !== undefined && reason.trim() === '') return setError('请填写理由')
    if (props.line !== undefined && line.trim() === '') return setError(`请填写${props.line}`)
    if (props.day !== undefined && day === '') return setError(`请填写${props.day}`)
    if (needsCode && totp.trim() === '') return setError('请输入动态码')
    if (await attempt(() => onConfirm({ reason: reason.trim(), totp: totp.trim(), line: line.trim(), day }))) onClose()
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
              <LabelledInput label={props.line} value={line} maxLength={128} onChange={setLine} />
            )}
            {props.day !== undefined && <LabelledInput label={props.day} type="date" value={day} onChange={setDay} />}
            {reasonLabel !== undefined && (
              <LabelledInput label={reasonLabel} value={reason} maxLength={500} rows={3} onChange={setReason} />
            )}
            {needsCode && (
              <LabelledInput
                label="动态码或恢复码"
                value={totp}
                inputMode="numeric"
                autoComplete="one-time-code"
                onChange={setTotp}
              />
            )}
            <ErrorLine text={error} />
            <div className="dialog-foot">
              <DeskButton text="取消" onClick={onClose} />
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
