import { parseMobile } from '@baiqicha/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mobileFault } from './verification-input.ts'

const KEY = ['typedMobile']

/**
 * A mobile number being typed, and its fault. It stays in memory for a few minutes, so that reading an agreement or
 * changing the way to log in does not empty the field; no whole number is ever stored.
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
    /** The plain number, or null with the fault told at the field. */
    read: (): string | null => {
      setError(mobileFault(text))
      return parseMobile(text)
    },
    clear: () => memory.removeQueries({ queryKey: KEY }),
  }
}

export type TypedMobile = ReturnType<typeof useTypedMobile>
