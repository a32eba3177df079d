import { useState } from 'react'
import { newPasswordFault } from './verification-input.ts'

/** A password being typed, and its fault. `check` answers what is wrong with it before it is sent. */
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
    /** The password to send, or null with the fault told at the field. */
    read: (): string | null => {
      const fault = check(text)
      setError(fault)
      return fault === undefined ? text : null
    },
  }
}
