import type { Ref } from 'react'
import { TextField } from '../../ui/field.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import styles from './verification.module.css'

type SmsCodeFieldProps = {
  sms: {
    code: string
    error: string | undefined
    /** Seconds until another code can be requested. */
    seconds: number
    isSending: boolean
    /** The server prints codes instead of sending them. */
    codesInTerminal: boolean
    change: (text: string) => void
  }
  onRequestCode: () => void
  inputRef?: Ref<HTMLInputElement>
  /** Action of the keyboard's enter key. */
  enterKeyHint?: 'next' | 'go'
}

/** Input for an SMS code, with the button that requests one. */
export function SmsCodeField({ sms, onRequestCode, inputRef, enterKeyHint = 'go' }: SmsCodeFieldProps) {
  return (
    <div>
      <TextField
        ref={inputRef}
        label="短信验证码"
        placeholder="短信验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint={enterKeyHint}
        value={sms.code}
        onChange={sms.change}
        error={sms.error}
        end={
          sms.seconds > 0 ? (
            <span className={styles.wait}>{sms.seconds} 秒后重发</span>
          ) : (
            <button
              track-id="sms-code"
              type="button"
              className={styles.action}
              aria-busy={sms.isSending || undefined}
              onClick={onRequestCode}
            >
              获取验证码
            </button>
          )
        }
      />
      {sms.codesInTerminal && (
        <div className={styles.note}>
          <InfoNote>本地模式：验证码见服务终端</InfoNote>
        </div>
      )}
    </div>
  )
}
