import { ageBands, type CapitalBand, capitalBandKeys, capitalBands } from '@baiqicha/contract/search-vocabulary'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { CompanyFilters, CompanyPopulation } from '../company-search.ts'
import { hashedPartTerm, type Term, TextHash } from './term.ts'

/** Filters as terms, so that they intersect like words. Age moves with the clock, so founding years stand for it. */

const hashes = {
  region: new TextHash().add('region:'),
  industry: new TextHash().add('industry:'),
  status: new TextHash().add('status:'),
  type: new TextHash().add('type:'),
  capital: new TextHash().add('capital:'),
  founded: new TextHash().add('founded:'),
  listed: new TextHash().add('listed:'),
  risk: new TextHash().add('risk:'),
}
const filterTerm = (name: keyof typeof hashes, value: string | number) =>
  hashedPartTerm('filter', hashes[name].copy().add(String(value)))

export const capitalBandOf = (capital: number): CapitalBand | undefined =>
  capitalBandKeys.find((key) => capital >= capitalBands[key].from && capital < capitalBands[key].to)

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
  if (company.status !== null) terms.push(filterTerm('status', company.status))
  if (company.type !== null) terms.push(filterTerm('type', company.type))
  const band = company.capital === null ? undefined : capitalBandOf(company.capital)
  if (band !== undefined) terms.push(filterTerm('capital', band))
  if (company.foundedOn !== null) terms.push(filterTerm('founded', Number(company.foundedOn.slice(0, 4))))
  for (const risk of company.risks) {
    terms.push(risk === 'none' ? nothingFoundTerm(company.isDemo ? 'demo' : 'real') : filterTerm('risk', risk))
  }
  return terms
}

const nothingFoundTerm = (audience: CompanyPopulation) => filterTerm('risk', `none ${audience}`)

/** The terms a company must have, one of each group, to pass. It may still fail `ageFilter` on the day of founding. */
export function termGroupsOf(filters: CompanyFilters, now: number): Term[][] {
  const groups: Term[][] = []
  const { region, industry, status, capital, age, listed, type, risk, nothingFound } = filters
  if (region !== undefined) groups.push([filterTerm('region', region)])
  if (industry !== undefined) groups.push([filterTerm('industry', industry)])
  if (status !== undefined) groups.push([filterTerm('status', status)])
  if (type !== undefined) groups.push([filterTerm('type', type)])
  if (capital !== undefined) groups.push([filterTerm('capital', capital)])
  if (listed !== undefined) groups.push([filterTerm('listed', listed)])
  if (risk !== undefined) groups.push([filterTerm('risk', risk)])
  if (nothingFound !== undefined) groups.push(nothingFound.map(nothingFoundTerm))
  if (age !== undefined) {
    const thisYear = yearOf(todayOf(now))
    const oldest = Math.max(EARLIEST_YEAR, thisYear - ageBands[age].to)
    const years = Array.from({ length: thisYear - ageBands[age].from - oldest + 1 }, (_, index) => oldest + index)
    groups.push(years.map((year) => filterTerm('founded', year)))
  }
  return groups
}

/** No register holds an older company. */
const EARLIEST_YEAR = 1800

/** Whether a company founded on `day` (yyyymmdd, 0 unknown) has the age that is asked for, if one is. */
export function ageFilter({ age }: CompanyFilters, now: number): (day: number) => boolean {
  if (age === undefined) return () => true
  const today = todayOf(now)
  const [youngest, oldest] = [today - ageBands[age].from * YEAR, today - ageBands[age].to * YEAR]
  return (day) => day > 0 && day <= youngest && day > oldest
}

/** Calendar day in China, where every company of the register was founded, as yyyymmdd. */
const todayOf = (now: number) => Number(new Date(now + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', ''))
/** Between the same days of two years, as they are written. */
const YEAR = 10_000
const yearOf = (day: number) => Math.floor(day / YEAR)
