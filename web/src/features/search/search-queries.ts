import { companyRoutes } from '@baiqicha/contract/routes/company'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { DEBOUNCE_MS } from '../../lib/debounce.ts'
import { callApi } from '../../platform/api/client.ts'
import { logWarning } from '../../platform/log/log.ts'

/** Keeps a submitted keyword, or the name of a tapped company. The search goes on whether or not this succeeds. */
export function useRecordSearch() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (companyName: string) => callApi(historyRoutes.saveSearchHistory, { companyName }, { silent: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['searchHistory'] }),
    onError: (error) => logWarning('search was not kept', error),
  })
  return mutate
}

export function useDeleteSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(historyRoutes.deleteSearchHistory, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['searchHistory'] }),
  })
}

export function useClearSearchHistory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(historyRoutes.deleteAllSearchHistory, {}),
    onSuccess: () => client.setQueryData(['searchHistory'], []),
  })
}

const isContinuation = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

/**
 * Suggestions for a text, asked for after a pause in typing; the answer to the latest text wins. What stands stays
 * until the next answer while the text grows or shrinks, so that rows do not flash. `drop` forgets a pending answer.
 */
export function useSuggestions(text: string) {
  const client = useQueryClient()
  const [asked, setAsked] = useState('')
  const wanted = text.trim()

  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isAsked = asked !== '' && wanted !== ''
  const { data } = useQuery({
    queryKey: ['companySuggest', asked],
    queryFn: ({ signal }) => callApi(companyRoutes.companySuggest, { keyword: asked }, { signal, silent: true }),
    enabled: isAsked,
    placeholderData: (previous, query) =>
      typeof query?.queryKey[1] === 'string' && isContinuation(query.queryKey[1], asked) ? previous : undefined,
  })

  const drop = useCallback(() => {
    setAsked('')
    void client.cancelQueries({ queryKey: ['companySuggest'] })
  }, [client])

  return { answer: isAsked ? data : undefined, drop }
}
