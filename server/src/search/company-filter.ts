import type { IndexableCompany } from '../domain/company/indexable-company.ts'
import { filterTermsOf, termGroupsOf, valueFilter } from './analysis/filters.ts'
import { dayOf, rankOf } from './analysis/static-rank.ts'
import type { CompanyFilters } from './company-search.ts'

/** Whether a company passes the filters, by the same terms as in the index. For companies that the database found. */
export function passesFilters(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
  const terms = new Set(filterTermsOf(company))
  const passes = termGroupsOf(filters, now).every((group) => group.some((term) => terms.has(term)))
  const passesValues = valueFilter(filters, now)
  const values = {
    foundedOn: () => dayOf(company.foundedOn) ?? 0,
    capital: () => company.capital ?? Number.NaN,
    rank: () => rankOf(company),
  }
  return passes && (passesValues === null || passesValues(values))
}
