import {
  type AgeBand,
  ageBands,
  type CapitalBand,
  capitalBandKeys,
  capitalBands,
  listingFilterKeys,
  type StaffBand,
  staffBandKeys,
  staffBands,
} from '@baiqicha/contract/search-vocabulary'
import { chinaDay } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { CompanyFilters } from '../company-search.ts'
import { FIRST_DEMO_RANK } from './static-rank.ts'
import { hashedPartTerm, type Term, TextHash } from './term.ts'

/**
 * Filters are terms, so that they intersect with the terms of a keyword. Age depends on the clock, so the index stores
 * the year of foundation and `valueFilter` decides within the first and last year.
 */

const hashes = {
  region: new TextHash().add('region:'),
  industry: new TextHash().add('industry:'),
  status: new TextHash().add('status:'),
  type: new TextHash().add('type:'),
  capital: new TextHash().add('capital:'),
  founded: new TextHash().add('founded:'),
  listed: new TextHash().add('listed:'),
  risk: new TextHash().add('risk:'),
  contact: new TextHash().add('contact:'),
  staff: new TextHash().add('staff:'),
}
const filterTerm = (name: keyof typeof hashes, value: string | number) =>
  hashedPartTerm('filter', hashes[name].copy().add(String(value)))

export const capitalBandOf = (capital: number): CapitalBand | undefined =>
  capitalBandKeys.find((key) => capital >= capitalBands[key].from && capital < capitalBands[key].to)

const staffBandOf = (employees: number): StaffBand | undefined =>
  staffBandKeys.find((key) => employees >= staffBands[key].from && employees < staffBands[key].to)

/** Status of companies whose status no source states. */
const UNSTATED = ''

const regionCodes = (code: string | null) =>
  code === null ? [] : [2, 4, 6].filter((length) => code.length >= length).map((length) => code.slice(0, length))

const industryCodes = ({ industryCode, industrySection }: IndexableCompany) => {
  const division = industryCode === null ? null : /\d{2}/.exec(industryCode)?.[0]
  return [industrySection, division].filter((code) => code != null)
}

export function filterTermsOf(company: IndexableCompany): Term[] {
  const terms = [filterTerm('listed', company.isListed ? 'listed' : 'unlisted')]
  for (const code of regionCodes(company.regionCode)) terms.push(filterTerm('region', code))
  for (const code of industryCodes(company)) terms.push(filterTerm('industry', code))
  terms.push(filterTerm('status', company.status ?? UNSTATED))
  if (company.type !== null) terms.push(filterTerm('type', company.type))
  const band = company.capital === null ? undefined : capitalBandOf(company.capital)
  if (band !== undefined) terms.push(filterTerm('capital', band))
  if (company.foundedOn !== null) terms.push(filterTerm('founded', Number(company.foundedOn.slice(0, 4))))
  for (const contact of company.contacts) terms.push(filterTerm('contact', contact))
  const staff = company.employees === null ? undefined : staffBandOf(company.employees)
  if (staff !== undefined) terms.push(filterTerm('staff', staff))
  for (const risk of company.risks) terms.push(filterTerm('risk', risk))
  return terms
}

/** Every company has one of these terms. */
export const anyCompanyTerms: readonly Term[] = listingFilterKeys.map((listed) => filterTerm('listed', listed))

/**
 * A company passes when it has one term of each group. For an age, `valueFilter` must also accept the day of foundation.
 */
export const termGroupsOf = (filters: CompanyFilters, now: number): Term[][] => [
  ...statedTermGroupsOf(filters),
  ...yearGroupsOf(filters, now),
]

/** Filters of which a company has the value itself as a term. */
const statedFilters = [
  'region',
  'industry',
  'status',
  'type',
  'capital',
  'listed',
  'contact',
  'staff',
  'risk',
] as const satisfies readonly (keyof CompanyFilters)[]

/** The same without the years of foundation, for an engine that evaluates `valueRangesOf` as fast as terms. */
export function statedTermGroupsOf(filters: CompanyFilters): Term[][] {
  const groups = statedFilters.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[filterTerm(name, value)]]
  })
  if (filters.activeOrUnstated === true) groups.push([filterTerm('status', '存续'), filterTerm('status', UNSTATED)])
  return groups
}

function yearGroupsOf({ age, foundedBetween }: CompanyFilters, now: number): Term[][] {
  const groups: Term[][] = []
  const thisYear = yearOf(dayNumberOf(now))
  if (age !== undefined) groups.push(yearTerms(thisYear - ageBands[age].to, thisYear - ageBands[age].from))
  if (foundedBetween !== undefined) {
    const { from, to } = foundedBetween
    const last = to === null ? thisYear : Math.min(thisYear, Number(to.slice(0, 4)))
    groups.push(yearTerms(from === null ? EARLIEST_YEAR : Number(from.slice(0, 4)), last))
  }
  return groups
}

/** The terms of the years of foundation from `first` to `last`, both included. */
function yearTerms(first: number, last: number): Term[] {
  const from = Math.max(EARLIEST_YEAR, first)
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => filterTerm('founded', from + at))
}

type FilteredValues = { foundedOn(): number; capital(): number; rank(): number }

/** Bounds of one stored value. A value that is not stated passes none of them, even without a bound. */
export type ValueRange = {
  value: keyof FilteredValues
  /** Included, unless excluded. */
  least: number
  most: number
  excludesLeast: boolean
  excludesMost: boolean
}

const closed = (value: ValueRange['value'], least: number, most: number): ValueRange => ({
  value,
  least,
  most,
  excludesLeast: false,
  excludesMost: false,
})

/** The filters that no term decides: age, days of foundation, capital and population. */
export function valueRangesOf(filters: CompanyFilters, now: number): ValueRange[] {
  const { age, foundedBetween: founded, capitalBetween: capital, population } = filters
  const ranges: ValueRange[] = []
  if (population === 'real') ranges.push(closed('rank', 0, FIRST_DEMO_RANK - 1))
  if (population === 'demo') ranges.push(closed('rank', FIRST_DEMO_RANK, Number.POSITIVE_INFINITY))
  if (age !== undefined) {
    const { youngest, oldest } = daysOfAge(age, now)
    ranges.push({ ...closed('foundedOn', Math.max(EARLIEST_DAY - 1, oldest), youngest), excludesLeast: true })
  }
  if (founded !== undefined) {
    const from = founded.from === null ? EARLIEST_DAY : Math.max(EARLIEST_DAY, dayNumber(founded.from))
    const end = yearOf(dayNumberOf(now)) * YEAR + LAST_DAY
    ranges.push(closed('foundedOn', from, founded.to === null ? end : Math.min(end, dayNumber(founded.to))))
  }
  if (capital !== undefined) {
    const { least, most, excludesLeast, excludesMost } = capital
    const bounds = { least: least ?? Number.NEGATIVE_INFINITY, most: most ?? Number.POSITIVE_INFINITY }
    ranges.push({ value: 'capital', ...bounds, excludesLeast, excludesMost })
  }
  return ranges
}

/** Whether `termGroupsOf` decides every filter but the population. Of a span of whole years the years decide. */
export function termsDecide({ age, capitalBetween, foundedBetween }: CompanyFilters): boolean {
  if (age !== undefined || capitalBetween !== undefined) return false
  return (foundedBetween?.from?.endsWith('-01-01') ?? true) && (foundedBetween?.to?.endsWith('-12-31') ?? true)
}

/** Whether the stored values of a company pass `valueRangesOf`; null: the filters have no such range. */
export function valueFilter(filters: CompanyFilters, now: number): ((values: FilteredValues) => boolean) | null {
  const ranges = valueRangesOf(filters, now)
  if (ranges.length === 0) return null
  return (values) => ranges.every((range) => isWithin(values[range.value](), range))
}

/** False for NaN, an unknown capital. */
function isWithin(value: number, { least, most, excludesLeast, excludesMost }: ValueRange): boolean {
  return (excludesLeast ? value > least : value >= least) && (excludesMost ? value < most : value <= most)
}

const dayNumber = (date: string) => Number(date.replaceAll('-', ''))

/** The oldest companies of the register are younger. */
const EARLIEST_YEAR = 1800

/** Days of foundation: `youngest` is included, `oldest` excluded. */
function daysOfAge(age: AgeBand, now: number) {
  const today = dayNumberOf(now)
  return { youngest: today - ageBands[age].from * YEAR, oldest: today - ageBands[age].to * YEAR }
}

/** The day in China as yyyymmdd. */
const dayNumberOf = (now: number) => dayNumber(chinaDay(now))
/** The difference of two yyyymmdd numbers that are one year apart. */
const YEAR = 10_000
/** The last day of a year as mmdd. */
const LAST_DAY = 1231
const EARLIEST_DAY = EARLIEST_YEAR * YEAR
const yearOf = (day: number) => Math.floor(day / YEAR)
