import { type ComponentProps, useRef } from 'react'
import { TextField } from '../../ui/field.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { CaptchaField, type CaptchaFieldProps } from './captcha-field.tsx'
import styles from './verification.module.css'

type CodeFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'value' | 'error' | 'onChange' | 'enterKeyHint' | 'ref'
> & {
  /** Seconds until another code can be requested. */
  seconds: number
  isSending: boolean
  onRequest: () => void
}

/** A code that was sent, with the button that requests one. */
export function CodeField({ label, seconds, isSending, onRequest, ...input }: CodeFieldProps) {
  return (
    <TextField
      {...input}
      label={label}
      placeholder={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      end={
        seconds > 0 ? (
          <span className={styles.wait}>{seconds} 秒后重发</span>
        ) : (
          <button
            track-id="sms-code"
            type="button"
            className={styles.action}
            aria-busy={isSending || undefined}
            onClick={onRequest}
          >
            获取验证码
          </button>
        )
      }
    />
  )
}

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
        <CodeField
          {...sms.input}
          ref={input}
          label="短信验证码"
          enterKeyHint={enterKeyHint}
          seconds={sms.seconds}
          isSending={sms.isSending}
          onRequest={() => sms.requestCode(() => input.current?.focus())}
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
