import type { Clock } from '../../domain/clock.ts'
import { passesFilters } from '../../search/company-filter.ts'
import type { CompanyFilters } from '../../search/company-search.ts'
import type { CompanySource } from '../../search/company-source.ts'

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
