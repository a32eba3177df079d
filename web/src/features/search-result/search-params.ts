import { searchFilterShape } from '@baiqicha/contract/company-search'
import type { RouteInput } from '@baiqicha/contract/routes'
import { riskFilterKeys, riskFilters, type SearchSort, searchSortKeys } from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'

export type OfferedRisk = keyof typeof riskFilters
/** Those of the contract's kinds that 风险 offers; the others are of 查风险. */
export const offeredRisks = riskFilterKeys.filter((key): key is OfferedRisk => key in riskFilters)

const filterSchema = z.object({ ...searchFilterShape, risk: z.optional(z.enum(offeredRisks)) })
export type SearchFilters = z.infer<typeof filterSchema>
export type FilterKey = keyof SearchFilters

/** What the result page shows, as its address says it. */
export type SearchParams = {
  /** Trimmed; empty when the address has none. */
  keyword: string
  filters: SearchFilters
  sort: SearchSort
  /** Search for exactly this, without a corrected keyword. */
  exact: boolean
}

/** The longest keyword the contract lets through; the server says where it cut. */
const KEYWORD_MAX = 2000

const filterKeys = Object.keys(searchFilterShape).filter((key): key is FilterKey => key in searchFilterShape)

/** Reads the query of an address. What is unknown, repeated or malformed counts as absent. */
export function readSearchParams(search: string): SearchParams {
  const query = new URLSearchParams(search)
  const filters: SearchFilters = {}
  for (const key of filterKeys) {
    const parsed = z.safeParse(filterSchema, { [key]: query.get(key) ?? undefined })
    if (parsed.success) Object.assign(filters, parsed.data)
  }
  const sort = query.get('sort')
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    filters,
    sort: searchSortKeys.find((known) => known === sort) ?? 'relevance',
    exact: query.get('exact') === '1',
  }
}

/** The query of an address, without what is default. `readSearchParams` gives the same back. */
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

/** The input of the search call, without its page. */
export function toSearchInput({ keyword, filters, sort, exact }: SearchParams): RouteInput<'companySearch'> {
  return { keyword, ...filters, sort, ...(exact ? { exact: '1' as const } : {}) }
}

/** How many conditions are set among `keys` (all by default). */
export const countFilters = (filters: SearchFilters, keys: readonly FilterKey[] = filterKeys) =>
  keys.filter((key) => filters[key] !== undefined).length

/** The filters with one set, or taken away when `value` is undefined or the one already set. */
export function toggleFilter<K extends FilterKey>(
  filters: SearchFilters,
  key: K,
  value: SearchFilters[K],
): SearchFilters {
  const { [key]: current, ...rest } = filters
  return value === undefined || value === current ? rest : { ...rest, [key]: value }
}
