import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { FirstIcon as Icon } from './first-icon.tsx'
import styles from './search-field.module.css'
import utility from './utility.module.css'

type SearchFieldProps = {
  value: string
  /** Never called while an input method composes. */
  onChange: (value: string) => void
  onSubmit: (value: string) => void
  placeholder: string
  /** Tells two search forms of a page apart, read aloud. */
  formLabel?: string
  /** hero: 48 high with a brand outline, on Home · bar: 40 high, in a bar. */
  variant?: 'hero' | 'bar'
  /** The word on the button that submits. */
  submitLabel?: string
  /** Crossfades the placeholder when it changes. */
  isRotating?: boolean
  /** Stands at the right end instead of the submit word, outside the field. */
  end?: ReactNode
  /** Takes the focus when the page opens, and again when a kept page comes back. */
  isFocusedFirst?: boolean
  onFocus?: () => void
  onBlur?: () => void
}

export function SearchField(props: SearchFieldProps) {
  const {
    value,
    onChange,
    onSubmit,
    placeholder,
    variant = 'bar',
    submitLabel,
    isRotating = false,
    formLabel = '搜索',
  } = props
  // What an input method is composing; null when it is not.
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = draft ?? value

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft === null) onSubmit(value)
  }
  const clear = () => {
    setDraft(null)
    onChange('')
    input.current?.focus()
  }
  const { isFocusedFirst = false } = props
  useEffect(() => {
    if (isFocusedFirst) input.current?.focus()
  }, [isFocusedFirst])

  return (
    <form className={classNames(styles.form, styles[variant])} aria-label={formLabel} onSubmit={submit} action="#">
      <div className={styles.field}>
        <Icon name="search" size={variant === 'hero' ? 20 : 18} />
        <div className={styles.box}>
          <input
            ref={input}
            className={styles.input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-label="搜索企业"
            placeholder={placeholder}
            value={shown}
            onFocus={props.onFocus}
            onBlur={props.onBlur}
            onCompositionStart={(event) => setDraft(event.currentTarget.value)}
            onCompositionEnd={(event) => {
              setDraft(null)
              onChange(event.currentTarget.value)
            }}
            onChange={(event) => {
              if (draft === null) onChange(event.target.value)
              else setDraft(event.target.value)
            }}
          />
          {shown === '' && (
            <span
              key={placeholder}
              className={classNames(styles.placeholder, isRotating && styles.rotating)}
              aria-hidden="true"
            >
              <span className={utility.clip}>{placeholder}</span>
            </span>
          )}
        </div>
        {shown !== '' && (
          <button type="button" className={styles.clear} aria-label="清空" onClick={clear}>
            <span className={styles.dot}>
              <Icon name="close" size={12} />
            </span>
          </button>
        )}
        {variant === 'hero' && submitLabel !== undefined && (
          <button type="submit" className={styles.go}>
            {submitLabel}
          </button>
        )}
      </div>
      {variant === 'bar' && submitLabel !== undefined && (
        <button type="submit" className={styles.word}>
          {submitLabel}
        </button>
      )}
      {props.end}
    </form>
  )
}
