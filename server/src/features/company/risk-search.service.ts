import type { RiskRow, RiskSearchAnswer, riskSearchQuerySchema } from '@baiqicha/contract/risk-search'
import type * as z from 'zod/mini'
import type { CompanySearchService } from './company-search.service.ts'

export type RiskSearchQuery = z.output<typeof riskSearchQuerySchema>

/** Risks of one company according to its records. */
export type CompanyRisk = Pick<RiskRow, 'riskCounts' | 'maxSeverity' | 'asOf'>

export interface RiskSearchService {
  /** One page of 查风险; null when the keyword has nothing to search for. */
  search(query: RiskSearchQuery): Promise<RiskSearchAnswer | null>
}

type RiskSearchDeps = {
  searches: Pick<CompanySearchService, 'search'>
  records: { risksOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, CompanyRisk>> }
}

/** For a company deleted since it was found. */
const unknownRisk: CompanyRisk = { riskCounts: {}, maxSeverity: null, asOf: null }

/** Company search with the counts of every kind of risk added to each company. */
export function createRiskSearchService({ searches, records }: RiskSearchDeps): RiskSearchService {
  return {
    async search({ kind, ...query }) {
      const response = await searches.search({ ...query, sort: 'relevance', ...(kind !== undefined && { risk: kind }) })
      if (response === null) return null
      const risks = await records.risksOf(response.list.map(({ id }) => id))
      return { ...response, list: response.list.map((row) => ({ ...row, ...(risks.get(row.id) ?? unknownRisk) })) }
    },
  }
}
