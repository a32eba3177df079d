import {
  contactFilterKeys,
  contactFilters,
  DEFAULT_LEAD_STATUS,
  DEFAULT_LEAD_STATUS_LABEL,
  leadSearchQuery,
  staffBandKeys,
  staffBands,
} from '@baiqicha/contract/leads'
import type { RouteInput } from '@baiqicha/contract/routes'
import {
  ageBandKeys,
  ageBands,
  capitalBandKeys,
  capitalBands,
  listingFilterKeys,
  listingFilters,
} from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'
import { companyIdOf } from '../../domain/company-id-of.ts'

const filterShape = z.pick(leadSearchQuery, {
  region: true,
  industry: true,
  status: true,
  contact: true,
  age: true,
  capital: true,
  staff: true,
  listed: true,
})
export type LeadFilters = Partial<z.infer<typeof filterShape>>
export type LeadFilterKey = keyof LeadFilters
const filterKeys = ['region', 'industry', 'status', 'contact', 'age', 'capital', 'staff', 'listed'] as const

/** State of the list, as its URL states it. */
export type LeadParams = {
  /** Company, product, trade or number; trimmed, empty when the URL has none. */
  keyword: string
  filters: LeadFilters
  /** 同号企业: a contact and its company; null: a search. */
  sameNumber: { contactId: string; companyId: string } | null
}

/** Maximum keyword length of the contract; the response states where it was cut. */
const KEYWORD_MAX = 2000

/** Reads the query of a URL. Unknown and malformed values count as absent. */
export function readLeadParams(search: string): LeadParams {
  const query = new URLSearchParams(search)
  const filters: LeadFilters = {}
  for (const key of filterKeys) {
    const value = query.get(key)
    if (value === null) continue
    const parsed = z.safeParse(filterShape, { [key]: value })
    if (parsed.success) Object.assign(filters, { [key]: parsed.data[key] })
  }
  const [contactId, companyId] = [query.get('sameNumberAs'), companyIdOf(query, 'companyId')]
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    filters,
    sameNumber: contactId === null || companyId === '' ? null : { contactId, companyId },
  }
}

/** Query of a URL. Inverse of `readLeadParams`; the default status is left out. */
function writeLeadParams({ keyword, filters, sameNumber }: LeadParams): string {
  const query = new URLSearchParams()
  if (keyword !== '') query.set('keyword', keyword)
  for (const key of filterKeys) {
    const value = filters[key]
    if (value !== undefined && value !== DEFAULT_LEAD_STATUS) query.set(key, value)
  }
  if (sameNumber !== null) {
    query.set('sameNumberAs', sameNumber.contactId)
    query.set('companyId', sameNumber.companyId)
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

export const leadListPath = (params: Partial<LeadParams>) =>
  `/phoneList${writeLeadParams({ keyword: '', filters: {}, sameNumber: null, ...params })}`
export const leadSearchPath = (keyword: string) =>
  keyword === '' ? '/phoneSearch' : `/phoneSearch?${new URLSearchParams({ keyword }).toString()}`
export const leadDetailPath = (id: string) => `/phoneDetail?${new URLSearchParams({ id }).toString()}`

/** Input of the search without its page. */
export function toLeadInput({ keyword, filters, sameNumber }: LeadParams): RouteInput<'leadSearch'> {
  return sameNumber === null
    ? { keyword, ...filters }
    : { keyword: '', sameNumberAs: sameNumber.contactId, companyId: sameNumber.companyId }
}

/** Sets a filter, or removes it when `value` is undefined or already set. */
export function toggleLeadFilter<K extends LeadFilterKey>(
  filters: LeadFilters,
  key: K,
  value: LeadFilters[K],
): LeadFilters {
  const { [key]: current, ...rest } = filters
  return value === undefined || value === current ? rest : { ...rest, [key]: value }
}

export const statusLabel = (status: LeadFilters['status']) =>
  status === undefined || status === DEFAULT_LEAD_STATUS ? DEFAULT_LEAD_STATUS_LABEL : status

/** Options of the conditions that the sheet 筛选 shows, in its order. */
export const moreOptions = {
  contact: contactFilterKeys.map((value) => ({ value, label: contactFilters[value] })),
  capital: capitalBandKeys.map((value) => ({ value, label: capitalBands[value].label })),
  staff: staffBandKeys.map((value) => ({ value, label: staffBands[value].label })),
  listed: listingFilterKeys.map((value) => ({ value, label: listingFilters[value] })),
}
export const ageOptions = ageBandKeys.map((value) => ({ value, label: ageBands[value].label }))

/** Labels of the conditions that no cell of the filter row shows. */
export function leadConditions({ contact, capital, staff, listed }: LeadFilters) {
  const labels: { key: LeadFilterKey; label: string }[] = []
  if (contact !== undefined) labels.push({ key: 'contact', label: contactFilters[contact] })
  if (capital !== undefined) labels.push({ key: 'capital', label: `注册资本 ${capitalBands[capital].label}` })
  if (staff !== undefined) labels.push({ key: 'staff', label: staffBands[staff].label })
  if (listed !== undefined) labels.push({ key: 'listed', label: listingFilters[listed] })
  return labels
}
