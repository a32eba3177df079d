import { type RefObject, useEffect } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { useDeleteSearches, useRecordSearch } from '../history/change-searches.ts'
import { useRecentBrowseQuery, useSearchHistoryQuery } from '../history/history-queries.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * Data and actions of the search panel of a user. In `area`, which contains field and panel, arrow-down leads from the
 * field to the first suggestion.
 */
export function useSearchPanel(text: string, area: RefObject<HTMLElement | null>) {
  const { answer, drop } = useSuggestions(text)
  const { data: history } = useSearchHistoryQuery()
  const viewed = useRecentBrowseQuery()
  const { deleteOne, deleteAll } = useDeleteSearches()
  const record = useRecordSearch()

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
      onLeave: () => area.current?.querySelector('input')?.focus(),
    },
  }
}
