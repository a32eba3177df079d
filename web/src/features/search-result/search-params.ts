import { searchFilterShape } from '@baiqicha/contract/company-search'
import { companyStatuses } from '@baiqicha/contract/company-status'
import type { RouteInput } from '@baiqicha/contract/routes'
import {
  ageBandKeys,
  ageBands,
  capitalBandKeys,
  capitalBands,
  companyTypeKeys,
  companyTypes,
  listingFilterKeys,
  listingFilters,
  riskFilterKeys,
  riskFilters,
  type SearchSort,
  searchRangeKeys,
  searchRanges,
  searchSortKeys,
} from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'
import { chipGroup, type FilterPanel, type FilterValues } from '../../domain/filters/filter-panel.ts'

type OfferedRisk = keyof typeof riskFilters
/** Risk kinds that the 风险 filter offers; the others belong to 查风险. */
export const offeredRisks = riskFilterKeys.filter((key): key is OfferedRisk => key in riskFilters)

const filterSchema = z.object({ ...searchFilterShape, risk: z.optional(z.enum(offeredRisks)) })
type SearchFilters = z.infer<typeof filterSchema>
type FilterKey = keyof SearchFilters

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

/** Cells of the filter row. The last one starts with the searched field. */
export const searchPanels: readonly FilterPanel<FilterKey>[] = [
  { subject: '地区', groups: [{ key: 'region', title: '地区', options: 'regions' }] },
  { subject: '行业', groups: [{ key: 'industry', title: '行业', options: 'industries' }] },
  {
    subject: '状态',
    title: '登记状态',
    groups: [chipGroup('status', '登记状态', companyStatuses, (status) => status)],
  },
  {
    subject: '筛选',
    groups: [
      chipGroup('within', '查询范围', searchRangeKeys, (key) => searchRanges[key]),
      chipGroup('type', '企业类型', companyTypeKeys, (key) => companyTypes[key]),
      chipGroup('capital', '注册资本', capitalBandKeys, (key) => capitalBands[key].label),
      chipGroup('age', '成立年限', ageBandKeys, (key) => ageBands[key].label),
      chipGroup('listed', '是否上市', listingFilterKeys, (key) => listingFilters[key]),
      chipGroup('risk', '风险', offeredRisks, (key) => riskFilters[key]),
    ],
  },
]

/** Labels of the conditions that no cell of the filter row shows. */
export function conditionLabels({ within, type, capital, age, listed, risk }: SearchFilters) {
  const labels: { key: FilterKey; label: string }[] = []
  if (within !== undefined) labels.push({ key: 'within', label: `在${searchRanges[within]}中查找` })
  if (type !== undefined) labels.push({ key: 'type', label: type === 'other' ? '其他类型' : companyTypes[type] })
  if (capital !== undefined) labels.push({ key: 'capital', label: `注册资本 ${capitalBands[capital].label}` })
  if (age !== undefined) labels.push({ key: 'age', label: `成立 ${ageBands[age].label}` })
  if (listed !== undefined) labels.push({ key: 'listed', label: listingFilters[listed] })
  if (risk !== undefined) labels.push({ key: 'risk', label: riskFilters[risk] })
  return labels
}
