import type { DebtorType } from '@baiqicha/contract/people'
import { createStore } from '../../lib/store.ts'
import { LOGIN_PATH } from '../../platform/navigation/pages.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'

export const FORM_PATH = '/peopleSearch'
export const LIST_PATH = '/peopleList'

/** Input of the form. */
export type DebtorSearchInput = { name: string; subjectType: DebtorType; certNo: string; province: string }

type SearchMemory = {
  search: DebtorSearchInput | null
  /** User who typed the search; null: the user info had not loaded. */
  userId: string | null
  /** Number of the search in this visit. The query key has this number instead of the name. */
  number: number
}

/** The search in progress. Memory only: no address, storage or history may contain the name or the number of a person. */
export const useSearchMemory = createStore<SearchMemory>(() => ({ search: null, userId: null, number: 0 }))

export const rememberSearch = (search: DebtorSearchInput, userId: string | null) =>
  useSearchMemory.setState(({ number }) => ({ search, userId, number: number + 1 }))

export const forgetSearch = () => useSearchMemory.setState({ search: null, userId: null })

/** The search of this user; null: none, or that of another user of the same window. */
export const searchOf = ({ search, userId }: SearchMemory, currentUserId: string | null): DebtorSearchInput | null =>
  userId === null || currentUserId === null || userId === currentUserId ? search : null

/** Pages that a reader opens from the list and returns from. */
const returning = /^\/(?:company|legalRisk|businessRisk|overview|user\/feedback)(?:\/|$)/

/** Whether the search remains while a page shows. A login that returns to the list counts as part of it. */
export const retainsSearch = (pathname: string): boolean =>
  [FORM_PATH, LIST_PATH, LOGIN_PATH].includes(pathname) || returning.test(pathname) || readSavedRoute() === LIST_PATH
