import { Field } from '../../ui/field.tsx'
import styles from './verification.module.css'

type MobileFieldProps = {
  value: string
  /** Absent when the number is read-only. */
  onChange?: (text: string) => void
  error?: string | undefined
  /** Masked number of the last login, as a placeholder. */
  lastUsed?: string | undefined
}

const ignoreChange = () => {}

/** Input for a mainland mobile number. */
export function MobileField({ lastUsed, onChange, ...input }: MobileFieldProps) {
  return (
    <Field
      {...input}
      onChange={onChange ?? ignoreChange}
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
