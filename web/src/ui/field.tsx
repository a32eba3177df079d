import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './field.module.css'
import utility from './utility.module.css'

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'enterKeyHint'
  | 'maxLength'
  | 'onFocus'
  | 'placeholder'
  | 'readOnly'
  | 'ref'
>

type FieldProps = InputProps & {
  /** Accessible name; the placeholder shows it. */
  label: string
  value: string
  onChange: (text: string) => void
  /** Validation error below the field. */
  error?: string | undefined
  start?: ReactNode
  end?: ReactNode
}

/** Text input, 48 px high, with its error below. */
export function TextField({ label, value, onChange, error, start, end, ...input }: FieldProps) {
  const id = useId()
  const hasError = error !== undefined && error !== ''
  return (
    <div className={styles.outer}>
      <div className={classNames(styles.field, hasError && styles.wrong)}>
        {start}
        <label className={utility.spoken} htmlFor={id}>
          {label}
        </label>
        <input
          {...input}
          id={id}
          className={styles.input}
          value={value}
          aria-invalid={hasError}
          aria-describedby={hasError ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {hasError && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
