import { useState } from 'react'

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
