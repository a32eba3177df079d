import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { DEBOUNCE_MS } from '../../lib/debounce.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { apiQuery } from '../api/client.ts'
import { useDeleteSearches, useRecordSearch } from '../history/change-searches.ts'
import { useRecentBrowseQuery, useSearchHistoryQuery } from '../history/history-queries.ts'

const isContinuation = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

/**
 * Suggestions for a text, requested after a pause in typing; the response to the latest text wins. Rows stay until the
 * next response while the text is extended or shortened, so that they do not flash. `drop` discards a pending response.
 */
function useSuggestions(text: string) {
  const client = useQueryClient()
  const [requested, setRequested] = useState('')
  const wanted = text.trim()

  useEffect(() => {
    const timer = setTimeout(() => setRequested(wanted), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isEnabled = requested !== '' && wanted !== ''
  const { data } = useQuery({
    ...apiQuery(['companySuggest', requested], companyRoutes.companySuggest, { keyword: requested }),
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

/**
 * Suggestions of a user or visitor. In `area`, which contains field and panel, arrow-down leads from the field to the first
 * suggestion.
 */
export function useSuggestionPanel(text: string, area: RefObject<HTMLElement | null>) {
  const { answer, drop } = useSuggestions(text)

  useEffect(() => {
    const element = area.current
    const enterList = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
      const first = element?.querySelector<HTMLElement>('[data-suggestions] a')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    element?.addEventListener('keydown', enterList)
    return () => element?.removeEventListener('keydown', enterList)
  }, [area])

  return { answer, drop, onLeave: () => area.current?.querySelector('input')?.focus() }
}

/** Data and actions of the search panel of a user. */
export function useSearchPanel(text: string, area: RefObject<HTMLElement | null>) {
  const { answer, drop, onLeave } = useSuggestionPanel(text, area)
  const { data: history } = useSearchHistoryQuery()
  const viewed = useRecentBrowseQuery()
  const { deleteOne, deleteAll } = useDeleteSearches()
  const record = useRecordSearch()

  return {
    drop,
    record,
    panel: {
      text,
      answer,
      history,
      viewed,
      onDelete: deleteOne,
      onClear: deleteAll,
      onOpen: ({ name }: { name: string }) => {
        drop()
        record(name)
      },
      onLeave,
    },
  }
}
