import { leadSearchQuery } from '@baiqicha/contract/leads'
import type { RouteInput } from '@baiqicha/contract/routes'
import {
  capitalBands,
  contactFilters,
  DEFAULT_LEAD_STATUS,
  DEFAULT_LEAD_STATUS_LABEL,
  listingFilters,
  staffBands,
} from '@baiqicha/contract/search-vocabulary'
import * as z from 'zod/mini'
import { companyIdOf } from '../../domain/company/company-addresses.ts'
import type { FilterValues } from '../../domain/filters/filter-panel.ts'

export type LeadFilters = Partial<Pick<z.infer<typeof leadSearchQuery>, LeadFilterKey>>
export type LeadFilterKey = (typeof filterKeys)[number]
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

/** Reads conditions by key. Unknown and malformed values count as absent. */
export function readLeadFilters(values: FilterValues): LeadFilters {
  const filters: LeadFilters = {}
  for (const key of filterKeys) {
    const value = values[key]
    if (value === undefined) continue
    const parsed = z.safeParse(leadSearchQuery.shape[key], value)
    if (parsed.success) Object.assign(filters, { [key]: parsed.data })
  }
  return filters
}

/** Reads the query of a URL. */
export function readLeadParams(search: string): LeadParams {
  const query = new URLSearchParams(search)
  const [contactId, companyId] = [query.get('sameNumberAs'), companyIdOf(query, 'companyId')]
  return {
    keyword: (query.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    filters: readLeadFilters(Object.fromEntries(filterKeys.map((key) => [key, query.get(key) ?? undefined]))),
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

export const statusLabel = (status: LeadFilters['status']) =>
  status === undefined || status === DEFAULT_LEAD_STATUS ? DEFAULT_LEAD_STATUS_LABEL : status

/** Labels of the conditions that no cell of the filter row shows. */
export function leadConditions({ contact, capital, staff, listed }: LeadFilters) {
  const labels: { key: LeadFilterKey; label: string }[] = []
  if (contact !== undefined) labels.push({ key: 'contact', label: contactFilters[contact] })
  if (capital !== undefined) labels.push({ key: 'capital', label: `注册资本 ${capitalBands[capital].label}` })
  if (staff !== undefined) labels.push({ key: 'staff', label: staffBands[staff].label })
  if (listed !== undefined) labels.push({ key: 'listed', label: listingFilters[listed] })
  return labels
}
