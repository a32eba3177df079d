import { parseMobile } from '@baiqicha/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mobileFault } from './verification-input.ts'

const KEY = ['typedMobile']

/**
 * A typed mobile number and its error. The query cache keeps it in memory for a few minutes, so that reading an agreement
 * or changing the way to log in does not empty the field; the whole number is never stored.
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
    /** Returns the plain number; null: it is not valid, and the field shows an error. */
    read: (): string | null => {
      setError(mobileFault(text))
      return parseMobile(text)
    },
    forget: () => memory.removeQueries({ queryKey: KEY }),
  }
}

export type TypedMobile = ReturnType<typeof useTypedMobile>
