import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { DEBOUNCE_MS } from '../../lib/debounce.ts'
import { callApi } from '../api/client.ts'

const isContinuation = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

/**
 * Suggestions for a text, requested after a pause in typing; the response to the latest text wins. Rows stay until the
 * next response while the text is extended or shortened, so that they do not flash. `drop` discards a pending response.
 */
export function useSuggestions(text: string) {
  const client = useQueryClient()
  const [requested, setRequested] = useState('')
  const wanted = text.trim()

  useEffect(() => {
    const timer = setTimeout(() => setRequested(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isEnabled = requested !== '' && wanted !== ''
  const { data } = useQuery({
    queryKey: ['companySuggest', requested],
    queryFn: ({ signal }) => callApi(companyRoutes.companySuggest, { keyword: requested }, { signal, silent: true }),
    enabled: isEnabled,
    placeholderData: (previous, query) =>
      typeof query?.queryKey[1] === 'string' && isContinuation(query.queryKey[1], requested) ? previous : undefined,
  })

  const drop = useCallback(() => {
    setRequested('')
    void client.cancelQueries({ queryKey: ['companySuggest'] })
  }, [client])

  return { answer: isEnabled ? data : undefined, drop }
}
