import { Field } from '../../ui/field.tsx'
import styles from './verification.module.css'

type MobileFieldProps = {
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  /** The masked number used last, as a hint. */
  lastUsed?: string | undefined
}

/** A mainland mobile number, typed as people type it. */
export function MobileField({ lastUsed, ...input }: MobileFieldProps) {
  return (
    <Field
      {...input}
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
