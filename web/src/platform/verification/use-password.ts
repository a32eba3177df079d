import { useState } from 'react'
import { newPasswordFault } from './verification-input.ts'

/** State of a password field. `check` validates the password before submission. */
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
    /** Returns the password, or null and shows the error at the field. */
    read: (): string | null => {
      const fault = check(text)
      setError(fault)
      return fault === undefined ? text : null
    },
  }
}
