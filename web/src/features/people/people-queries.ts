import type { DebtorGroup } from '@baiqicha/contract/people'
import { peopleRoutes } from '@baiqicha/contract/routes/people'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSubscribe } from '../../lib/router/router.tsx'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery } from '../../platform/api/client.ts'
import { type DebtorSearchInput, forgetSearch, retainsSearch } from './debtor-search.ts'

export type DebtorView = 'current' | 'history'

const SEARCH_KEY = 'debtorSearch'

/** Debtors of a search. Loaded once per search, because each search for a person counts towards the limit of the day. */
export const useDebtorQuery = (search: DebtorSearchInput, searchKey: string | number, view: DebtorView) =>
  useInfiniteQuery({
    ...apiPages([SEARCH_KEY, searchKey, view], peopleRoutes.debtorSearch, (page) => ({ ...search, view, page }), {
      silent: false,
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const debtorQueries = { queryKey: [SEARCH_KEY] }

/** Key of a group: its newest record, which belongs to no other group. */
export const groupKey = ({ records }: DebtorGroup): string => records[0]?.id ?? ''

type PersonAddress = { companyId: string; recordId: string | undefined; isRepresentative: boolean }

/** A person at a company. Loaded once per visit, as it counts towards the same limit. */
export const usePersonQuery = ({ companyId, recordId, isRepresentative }: PersonAddress, isEnabled: boolean) =>
  useQuery({
    ...apiQuery(
      ['personDetail', companyId, recordId ?? null],
      peopleRoutes.personDetail,
      { companyId, ...(recordId === undefined ? { role: 'legalRepresentative' } : { recordId }) },
      { silent: false },
    ),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled && companyId !== '' && (recordId !== undefined || isRepresentative),
  })

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
