import { parseMobile } from '@baiqicha/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mobileFault } from './verification-input.ts'

const KEY = ['typedMobile']

/**
 * State of a mobile number field. In memory for a few minutes, so that reading an agreement or switching the login form
 * does not clear it; the full number is never stored.
 */
export function useTypedMobile() {
  const memory = useQueryClient()
  const [text, setText] = useState(() => memory.getQueryData<string>(KEY) ?? '')
  const [error, setError] = useState<string>()
  return {
    text,
    error,
    setError,
    change: (typed: string) => {
      setText(typed)
      setError(undefined)
      memory.setQueryData(KEY, typed)
    },
    /** Returns the plain number, or null and shows the error at the field. */
    read: (): string | null => {
      setError(mobileFault(text))
      return parseMobile(text)
    },
    clear: () => memory.removeQueries({ queryKey: KEY }),
  }
}

export type TypedMobile = ReturnType<typeof useTypedMobile>
