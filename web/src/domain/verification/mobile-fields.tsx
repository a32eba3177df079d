import { parseMobile } from '@baiqicha/contract/account'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { TextField } from '../../ui/field.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { CaptchaField, type CaptchaFieldProps } from './captcha-field.tsx'
import styles from './verification.module.css'

type MobileFieldProps = {
  value: string
  /** Absent when the number is read-only. */
  onChange?: (text: string) => void
  error?: string | undefined
  /** Masked number of the last login, as a placeholder. */
  lastUsed?: string | undefined
}

const isDigit = (character: string) => /\d/.test(character)

/** Index behind the given number of digits. */
function indexAfterDigits(text: string, digits: number): number {
  let left = digits
  for (let index = 0; index < text.length; index += 1) {
    if (left === 0) return index
    if (isDigit(text.charAt(index))) left -= 1
  }
  return text.length
}

/** Input for a mainland mobile number, which it groups as 138 0000 0000. */
export function MobileField({ lastUsed, onChange, ...input }: MobileFieldProps) {
  const element = useRef<HTMLInputElement>(null)
  /** Digits before the caret of the last change: grouping must not move the caret. */
  const digitsBefore = useRef<number | null>(null)
  const change = (text: string) => {
    const caret = element.current?.selectionStart ?? text.length
    digitsBefore.current = Array.from(text.slice(0, caret)).filter(isDigit).length
    onChange?.(groupMobile(text))
  }
  useLayoutEffect(() => {
    if (digitsBefore.current === null || element.current === null) return
    const caret = indexAfterDigits(element.current.value, digitsBefore.current)
    digitsBefore.current = null
    if (caret < element.current.value.length) element.current.setSelectionRange(caret, caret)
  })
  return (
    <TextField
      {...input}
      ref={element}
      onChange={change}
      readOnly={onChange === undefined}
      label="手机号"
      start={<span className={styles.country}>+86</span>}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      enterKeyHint="next"
      placeholder={lastUsed === undefined ? '请输入手机号' : `上次登录 ${lastUsed}`}
    />
  )
}

/** Groups the digits of a typed number as 138 0000 0000. Returns other text, such as a started +86, unchanged. */
export function groupMobile(text: string): string {
  const digits = parseMobile(text) ?? text.normalize('NFKC').replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return text
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter((group) => group !== '').join(' ')
}

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
