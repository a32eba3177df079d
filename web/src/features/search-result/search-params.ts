import { searchFilterShape } from '@baiqicha/contract/company-search'
import type { RouteInput } from '@baiqicha/contract/routes'
import { riskFilterKeys, riskFilters, type SearchSort, searchSortKeys } from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'
import type { FilterValues } from '../../domain/filters/filter-panel.ts'

export type OfferedRisk = keyof typeof riskFilters
/** Risk kinds that the 风险 filter offers; the others belong to 查风险. */
export const offeredRisks = riskFilterKeys.filter((key): key is OfferedRisk => key in riskFilters)

const filterSchema = z.object({ ...searchFilterShape, risk: z.optional(z.enum(offeredRisks)) })
export type SearchFilters = z.infer<typeof filterSchema>
export type FilterKey = keyof SearchFilters

/** State of the result page, as its URL states it. */
export type SearchParams = {
  /** Trimmed; empty when the URL has none. */
  keyword: string
  filters: SearchFilters
  sort: SearchSort
  /** Disables typo correction of the keyword. */
  exact: boolean
}

/** Maximum keyword length of the contract; the response states where it was cut. */
const KEYWORD_MAX = 2000

const filterKeys = Object.keys(searchFilterShape).filter((key): key is FilterKey => key in searchFilterShape)

/** Reads conditions by key. Unknown and malformed values count as absent. */
export function readFilters(values: FilterValues): SearchFilters {
  const filters: SearchFilters = {}
  for (const key of filterKeys) {
    const parsed = z.safeParse(filterSchema, { [key]: values[key] })
    if (parsed.success) Object.assign(filters, parsed.data)
  }
  return filters
}

/** Reads the query of a URL. Of repeated values the first one counts. */
export function readSearchParams(search: string): SearchParams {
  const query = new URLSearchParams(search)
  const sort = query.get('sort')
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    filters: readFilters(Object.fromEntries(filterKeys.map((key) => [key, query.get(key) ?? undefined]))),
    sort: searchSortKeys.find((known) => known === sort) ?? 'relevance',
    exact: query.get('exact') === '1',
  }
}

/** Query of a URL without default values. Inverse of `readSearchParams`. */
export function writeSearchParams({ keyword, filters, sort, exact }: SearchParams): string {
  const query = new URLSearchParams({ keyword })
  for (const key of filterKeys) {
    const value = filters[key]
    if (value !== undefined) query.set(key, value)
  }
  if (sort !== 'relevance') query.set('sort', sort)
  if (exact) query.set('exact', '1')
  return `?${query.toString()}`
}

/** Input of the search request without its page. */
export function toSearchInput({ keyword, filters, sort, exact }: SearchParams): RouteInput<'companySearch'> {
  return { keyword, ...filters, sort, ...(exact ? { exact: '1' as const } : {}) }
}

/** Whether there is something to search for: a keyword, or conditions alone. A range needs a keyword. */
export const isSearchable = ({ keyword, filters }: SearchParams): boolean =>
  keyword !== '' || countFilters({ ...filters, within: undefined }) > 0

export const countFilters = (filters: SearchFilters) => filterKeys.filter((key) => filters[key] !== undefined).length

export const withoutFilter = (filters: SearchFilters, key: FilterKey): SearchFilters =>
  readFilters({ ...filters, [key]: undefined })

/** URL of the search page, with the keyword if there is one. */
export const searchPath = (keyword: string) =>
  keyword === '' ? '/search' : `/search?${new URLSearchParams({ keyword }).toString()}`
