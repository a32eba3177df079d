import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSubscribe } from '../../lib/router/router.tsx'
import { debtorQueries } from './people-queries.ts'
import { forgetSearch, retainsSearch } from './search-memory.ts'

/** Clears the search and its results with the first navigation to an unrelated page, also after this page is left. */
export function useSearchMemoryEnd() {
  const subscribe = useSubscribe()
  const queryClient = useQueryClient()
  useEffect(() => {
    const stop = subscribe(({ location }) => {
      if (retainsSearch(location.pathname)) return
      stop()
      forgetSearch()
      queryClient.removeQueries(debtorQueries)
    })
    // Runs on after the page: a reader leaves the list through the pages of its records.
    return undefined
  }, [subscribe, queryClient])
}
