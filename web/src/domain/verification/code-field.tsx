import type { ComponentProps } from 'react'
import { TextField } from '../../ui/field.tsx'
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
