import { useId } from 'react'
import { countCharacters } from '../lib/character-count.ts'
import { classNames } from '../lib/class-names.ts'
import styles from './text-area.module.css'
import utility from './utility.module.css'

type TextAreaProps = {
  label: string
  /** Beside the label, as in 选填. */
  hint?: string
  isRequired?: boolean
  value: string
  onChange: (text: string) => void
  /** Most characters it may hold; more can be typed, and is told, so that nothing pasted is lost. */
  limit: number
  placeholder?: string
  rows?: number
  /** The sentence below when what it holds cannot be used. */
  error?: string | undefined
}

/** Several lines to type in, with how many characters they hold. */
export function TextArea({ label, hint, isRequired = false, value, onChange, limit, error, ...input }: TextAreaProps) {
  const id = useId()
  const length = countCharacters(value)
  const isOver = length > limit
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isRequired && <Star />}
        {hint !== undefined && <small className={styles.hint}>{hint}</small>}
      </label>
      <div className={classNames(styles.box, error !== undefined && styles.wrong)}>
        <textarea
          id={id}
          className={styles.input}
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
          {isOver && `超出 ${length - limit} 字 · `}
          {length} / {limit}
          <span className={utility.spoken}> 字</span>
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

/** Marks what has to be filled in; said by `aria-required`. */
export function Star() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  )
}
