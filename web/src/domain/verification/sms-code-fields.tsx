import { type ComponentProps, useRef } from 'react'
import { TextField } from '../../ui/field.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { CaptchaField, type CaptchaFieldProps } from './captcha-field.tsx'
import styles from './verification.module.css'

type SmsCodeFieldsProps = {
  sms: CaptchaFieldProps & {
    input: Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange'>
    /** Seconds until another code can be requested. */
    seconds: number
    isSending: boolean
    /** The server prints codes instead of sending them. */
    codesInTerminal: boolean
    requestCode: (onSent: () => void) => void
  }
  /** Action of the keyboard's enter key. */
  enterKeyHint?: 'next' | 'go'
}

/** Captcha and SMS code, with the button that requests one. */
export function SmsCodeFields({ sms, enterKeyHint = 'go' }: SmsCodeFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CaptchaField captcha={sms.captcha} />
      <div>
        <TextField
          {...sms.input}
          ref={input}
          label="短信验证码"
          placeholder="短信验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint={enterKeyHint}
          end={
            sms.seconds > 0 ? (
              <span className={styles.wait}>{sms.seconds} 秒后重发</span>
            ) : (
              <button
                track-id="sms-code"
                type="button"
                className={styles.action}
                aria-busy={sms.isSending || undefined}
                onClick={() => sms.requestCode(() => input.current?.focus())}
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
    </>
  )
}
