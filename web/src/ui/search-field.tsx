import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CriticalIcon as Icon } from './critical-icon.tsx'
import styles from './search-field.module.css'
import searchLayout from './search-layout.module.css'
import utility from './utility.module.css'

type SearchFieldProps = {
  value: string
  /** Never called during IME composition. */
  onChange: (value: string) => void
  onSubmit: (value: string) => void
  placeholder: string
  /** Accessible name that distinguishes two search forms of a page. */
  formLabel?: string
  /** hero: 48 px high with a brand outline, on Home · bar: 40 px high, in a bar. */
  variant?: 'hero' | 'bar'
  /** Label of the submit button. */
  submitLabel?: string
  /** Fades the placeholder in when it changes. */
  isRotating?: boolean
  /** Element at the right end instead of the submit button, outside the field. */
  end?: ReactNode
  /** Focuses the input when the page opens and when a cached page is shown again. */
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
  // Text in IME composition; null otherwise.
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
          <button track-id="clear" type="button" className={styles.clear} aria-label="清空" onClick={clear}>
            <span className={searchLayout.dot}>
              <Icon name="close" size={12} />
            </span>
          </button>
        )}
        {variant === 'hero' && submitLabel !== undefined && (
          <button track-id="search-submit" type="submit" className={`${styles.go} ${utility.tap}`}>
            {submitLabel}
          </button>
        )}
      </div>
      {variant === 'bar' && submitLabel !== undefined && (
        <button track-id="search-submit" type="submit" className={styles.word}>
          {submitLabel}
        </button>
      )}
      {props.end}
    </form>
  )
}
