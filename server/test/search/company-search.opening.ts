import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import type { CompanyHit, CompanySearch } from '../../src/search/company-search.ts'

/** Opens a search over exactly these companies, ready to use. `now` is the time of its clock. */
export type OpenSearch = (companies: readonly IndexableCompany[], now: number) => Promise<CompanySearch>

export const idsOf = (hits: readonly CompanyHit[]) => hits.map((hit) => hit.companyId)
