import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatNumber } from '../lib/format.ts'
import styles from './field.module.css'
import utility from './utility.module.css'

/** Number of code points of a trimmed text, as the server counts them. */
export const countCharacters = (text: string) => Array.from(text.trim()).length

type TextAreaProps = {
  label: string
  /** Hint beside the label, such as 选填. */
  hint?: string
  isRequired?: boolean
  value: string
  onChange: (text: string) => void
  /** Maximum number. More can be typed and is reported as an error, so that pasted text is not lost. */
  limit: number
  /** What is counted. */
  unit?: string
  /** Counts as the server does; absent: code points. */
  count?: (text: string) => number
  placeholder?: string
  rows?: number
  /** Validation error below the field. */
  error?: string | undefined
}

/** Multi-line input with a character counter. */
export function TextArea({
  label,
  hint,
  isRequired = false,
  value,
  onChange,
  limit,
  error,
  count = countCharacters,
  unit = '字',
  ...input
}: TextAreaProps) {
  const id = useId()
  const length = count(value)
  const isOver = length > limit
  return (
    <div>
      <label className={`${styles.label} ${styles.blockLabel}`} htmlFor={id}>
        {label}
        {isRequired && <Star />}
        {hint !== undefined && <small className={styles.hint}>{hint}</small>}
      </label>
      <div className={classNames(styles.area, error !== undefined && styles.wrong)}>
        <textarea
          id={id}
          className={styles.text}
          rows={input.rows ?? 4}
          placeholder={input.placeholder}
          value={value}
          aria-required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-count` : `${id}-count ${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-count`} className={classNames(styles.count, isOver && styles.over)}>
          <span className={utility.spoken}>已输入 </span>
          {isOver && `超出 ${formatNumber(length - limit)} ${unit} · `}
          {formatNumber(length)} / {formatNumber(limit)}
          <span className={utility.spoken}> {unit}</span>
        </p>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Marks a required field; screen readers read `aria-required` instead. */
export function Star() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  )
}
