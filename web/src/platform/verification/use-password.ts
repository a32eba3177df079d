import { useState } from 'react'
import { newPasswordFault } from './verification-input.ts'

/** A typed password and its error. `check` returns what is wrong with it before it is sent. */
export function usePassword(check: (text: string) => string | undefined = newPasswordFault) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  return {
    text,
    error,
    setError,
    change: (typed: string) => {
      setText(typed)
      setError(undefined)
    },
    /** Returns the password to send; null: it is not valid, and the field shows an error. */
    read: (): string | null => {
      const fault = check(text)
      setError(fault)
      return fault === undefined ? text : null
    },
  }
}
