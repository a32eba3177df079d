import { cleanCertNo, validateSearch } from './field-errors.ts'
import { type DebtorSearchInput, FORM_PATH, LIST_PATH } from './search-memory.ts'

const withQuery = (path: string, query: Record<string, string>) =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`
export const listPath = (query: Record<string, string>) => withQuery(LIST_PATH, query)
export const formPath = (query: Record<string, string>) => withQuery(FORM_PATH, query)

/**
 * Query of a search for a company, whose name is public: the list can be reloaded and shared. Empty for a person, whose name and
 * number no address may contain.
 */
export function searchQueryOf({ subjectType, name, certNo, province }: DebtorSearchInput): Record<string, string> {
  if (subjectType !== '企业') return {}
  return {
    name,
    ...(certNo !== '' && { code: certNo }),
    ...(province !== '' && { province }),
  }
}

/** The search for a company in a query; null: none, or one that the form would refuse. */
export function searchInQuery(query: URLSearchParams): DebtorSearchInput | null {
  const read = (key: string) => query.get(key)?.trim() ?? ''
  const certNo = cleanCertNo(read('code'))
  const search = { subjectType: '企业', name: read('name'), certNo, province: read('province') } as const
  return search.name === '' || Object.keys(validateSearch(search)).length > 0 ? null : search
}
