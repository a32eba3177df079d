import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './number-form.module.css'

type NumberFormProps = {
  /** Accessible name of the form. */
  purpose: string
  /** Name of the number, such as 异议编号. */
  label: string
  placeholder: string
  /** Error for a text that is no such number. */
  fault: string
  accepts: (number: string) => boolean
  onSubmit: (number: string) => void
}

/** Looks up an objection or feedback by its number. */
export function NumberForm({ purpose, label, placeholder, fault, accepts, onSubmit }: NumberFormProps) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = number.trim()
    if (accepts(typed)) return onSubmit(typed)
    setError(fault)
    input.current?.focus()
  }

  return (
    <form className={styles.follow} noValidate aria-label={purpose} onSubmit={submit}>
      <TextField
        ref={input}
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={40}
        value={number}
        onChange={(text) => {
          setNumber(text)
          setError(undefined)
        }}
        error={error}
      />
      <Button trackId="correction-status" type="submit">
        查进度
      </Button>
    </form>
  )
}
