import { parseMobile } from '@baiqicha/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useTextField } from './use-text-field.ts'
import { mobileFault } from './verification-input.ts'

const KEY = ['typedMobile']

/**
 * State of a mobile number field. In memory for a few minutes, so that reading an agreement or switching the login form
 * does not clear it; the full number is never stored.
 */
export function useTypedMobile() {
  const memory = useQueryClient()
  const { input, read, setError } = useTextField({
    faultOf: mobileFault,
    initial: memory.getQueryData<string>(KEY) ?? '',
  })
  const onChange = (typed: string) => {
    input.onChange(typed)
    memory.setQueryData(KEY, typed)
  }
  return {
    input: { ...input, onChange },
    setError,
    /** Returns the plain number, or null and shows the error at the field. */
    read: () => parseMobile(read() ?? ''),
    clear: () => memory.removeQueries({ queryKey: KEY }),
  }
}

export type TypedMobile = ReturnType<typeof useTypedMobile>
