import { resultCode } from '@baiqicha/contract/result-codes'
import { useState } from 'react'
import { rejectionOf } from '../api/api-error.ts'

type TextFieldOptions = {
  /** Error of a text, or undefined; checked when the field is read. */
  faultOf: (text: string) => string | undefined
  /** What remains of the typed text. */
  clean?: (typed: string) => string
  initial?: string
}

/** State of a text field. */
export function useTextField({ faultOf, clean = (typed) => typed, initial = '' }: TextFieldOptions) {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  const onChange = (typed: string) => {
    setValue(clean(typed))
    setError(undefined)
  }
  return {
    value,
    setError,
    /** Props of the field. */
    input: { value, error, onChange },
    /** Returns the text, or null and shows the error at the field. */
    read: (): string | null => {
      const fault = faultOf(value)
      setError(fault)
      return fault === undefined ? value : null
    },
  }
}

/** Sends a form, one request at a time. `onRefused` is called when the server rejects the input. */
export function useSubmission(onRefused: (code: number, message: string) => void) {
  const [isBusy, setIsBusy] = useState(false)

  /** Resolves to whether the call succeeded. */
  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await call()
      return true
    } catch (error) {
      const rejection = rejectionOf(error)
      // The API client has shown every other error, and redirects to login when the session has ended.
      if (rejection !== null && rejection.code !== resultCode.noSession) onRefused(rejection.code, rejection.message)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}
