import { Field } from '../../ui/field.tsx'
import styles from './verification.module.css'

type MobileFieldProps = {
  value: string
  /** Left out where the number is given and only shown. */
  onChange?: (text: string) => void
  error?: string | undefined
  /** The masked number used last, as a hint. */
  lastUsed?: string | undefined
}

const ignoreChange = () => {}

/** A mainland mobile number, typed as people type it. */
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
