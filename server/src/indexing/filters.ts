import { ageBands, type CapitalBand, capitalBandKeys, capitalBands } from '@baiqicha/contract/company-search'
import type { CompanyFacts } from './company-facts.ts'
import type { CompanyFilters } from './company-search.ts'
import { hashTerm, type Term } from './term.ts'

/** Filters as terms, so that they intersect like words. Age moves with the clock, so founding years stand for it. */

const filterTerm = (name: string, value: string | number) => hashTerm('filter', `${name}:${value}`)

export const capitalBandOf = (capital: number): CapitalBand | undefined =>
  capitalBandKeys.find((key) => capital >= capitalBands[key].from && capital < capitalBands[key].to)

const regionCodes = (code: string | null) =>
  code === null ? [] : [2, 4, 6].filter((length) => code.length >= length).map((length) => code.slice(0, length))

const industryCodes = ({ industryCode, industrySection }: CompanyFacts) => {
  const division = industryCode === null ? null : /\d{2}/.exec(industryCode)?.[0]
  return [industrySection, division].filter((code) => code != null)
}

export function filterTermsOf(facts: CompanyFacts): Term[] {
  const terms = [filterTerm('listed', facts.isListed ? 'listed' : 'unlisted')]
  for (const code of regionCodes(facts.regionCode)) terms.push(filterTerm('region', code))
  for (const code of industryCodes(facts)) terms.push(filterTerm('industry', code))
  if (facts.status !== null) terms.push(filterTerm('status', facts.status))
  const band = facts.capital === null ? undefined : capitalBandOf(facts.capital)
  if (band !== undefined) terms.push(filterTerm('capital', band))
  if (facts.foundedOn !== null) terms.push(filterTerm('founded', Number(facts.foundedOn.slice(0, 4))))
  return terms
}

/** The terms a company must have, one of each group, to pass. It may still fail `passesFilters` on the day of founding. */
export function termGroupsOf(filters: CompanyFilters, now: number): Term[][] {
  const groups: Term[][] = []
  const { region, industry, status, capital, age, listed } = filters
  if (region !== undefined) groups.push([filterTerm('region', region)])
  if (industry !== undefined) groups.push([filterTerm('industry', industry)])
  if (status !== undefined) groups.push([filterTerm('status', status)])
  if (capital !== undefined) groups.push([filterTerm('capital', capital)])
  if (listed !== undefined) groups.push([filterTerm('listed', listed)])
  if (age !== undefined) {
    const thisYear = yearOf(today(now))
    const oldest = Math.max(EARLIEST_YEAR, thisYear - ageBands[age].to)
    const years = Array.from({ length: thisYear - ageBands[age].from - oldest + 1 }, (_, index) => oldest + index)
    groups.push(years.map((year) => filterTerm('founded', year)))
  }
  return groups
}

/** No register holds an older company. */
const EARLIEST_YEAR = 1800

export function passesFilters(facts: CompanyFacts, filters: CompanyFilters, now: number): boolean {
  const { region, industry, status, capital, age, listed } = filters
  if (region !== undefined && !regionCodes(facts.regionCode).includes(region)) return false
  if (industry !== undefined && !industryCodes(facts).includes(industry)) return false
  if (status !== undefined && facts.status !== status) return false
  if (listed !== undefined && facts.isListed !== (listed === 'listed')) return false
  if (capital !== undefined && (facts.capital === null || capitalBandOf(facts.capital) !== capital)) return false
  return age === undefined || (facts.foundedOn !== null && isBetween(ageInYears(facts.foundedOn, now), ageBands[age]))
}

const isBetween = (value: number, { from, to }: { from: number; to: number }) => value >= from && value < to

/** Calendar day in China, where every company of the register was founded. */
const today = (now: number) => new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)
const yearOf = (date: string) => Number(date.slice(0, 4))

/** Whole years since founding; below zero for a date to come, which no band holds. */
function ageInYears(foundedOn: string, now: number) {
  const day = today(now)
  return yearOf(day) - yearOf(foundedOn) - (day.slice(5) < foundedOn.slice(5) ? 1 : 0)
}
