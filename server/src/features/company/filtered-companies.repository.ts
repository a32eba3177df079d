import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { filterTermsOf, termGroupsOf, valueFilter } from '../../search/analysis/filters.ts'
import { dayOf, rankOf } from '../../search/analysis/static-rank.ts'
import type { CompanyFilters } from '../../search/company-search.ts'
import type { CompanySource } from '../../search/company-source.ts'

/** Whether a company passes the filters, by the same terms as in the index. For companies that the database found. */
function passesFilters(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
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

/** Those of the companies that pass the filters, in the same order. */
export type FindPassing = (companyIds: readonly string[], filters: CompanyFilters) => Promise<string[]>

/** Filters companies that the database found, from what the index would read of them. */
export const createPassingCompanies =
  ({ source, clock }: { source: Pick<CompanySource, 'companies'>; clock: Clock }): FindPassing =>
  async (companyIds, filters) => {
    const passing = new Set<string>()
    const now = clock.now()
    for await (const company of source.companies(companyIds)) {
      if (passesFilters(company, filters, now)) passing.add(company.id)
    }
    return companyIds.filter((id) => passing.has(id))
  }
