import type { IndexableCompany } from '../domain/company/indexable-company.ts'
import { ageFilter, filterTermsOf, termGroupsOf } from './analysis/filters.ts'
import { dayOf } from './analysis/static-rank.ts'
import type { CompanyFilters } from './company-search.ts'

/** Whether a company passes the filters, by the same terms as in the index. For companies that the database found. */
export function passesFilters(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
  const terms = new Set(filterTermsOf(company))
  const passes = termGroupsOf(filters, now).every((group) => group.some((term) => terms.has(term)))
  return passes && ageFilter(filters, now)(dayOf(company.foundedOn) ?? 0)
}
