import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
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
  records: {
    risksOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, CompanyRisk>>
    areCovered(companyIds: readonly string[], kind: RecordKindKey): Promise<boolean>
  }
}

/** For a company deleted since it was found. */
const unknownRisk: CompanyRisk = { riskCounts: {}, maxSeverity: null, asOf: null }

/** Most companies whose coverage is checked; of more it is not known. */
const CHECKED = 50

/** Company search with the counts of every kind of risk added to each company. */
export function createRiskSearchService({ searches, records }: RiskSearchDeps): RiskSearchService {
  /** Whether sources cover every company of the keyword for the kind. */
  async function isCovered(query: Omit<RiskSearchQuery, 'kind'>, kind: RecordKindKey): Promise<boolean> {
    const all = await searches.search({ ...query, page: 1, pageSize: CHECKED, sort: 'relevance' })
    if (all === null || all.totalCapped || all.total > all.list.length) return false
    return records.areCovered(
      all.list.map(({ id }) => id),
      kind,
    )
  }

  return {
    async search({ kind, ...query }) {
      const response = await searches.search({ ...query, sort: 'relevance', ...(kind !== undefined && { risk: kind }) })
      if (response === null) return null
      const isEmpty = response.list.length === 0 && response.page === 1 && response.partial !== true
      if (kind !== undefined && isEmpty) return { ...response, list: [], connected: await isCovered(query, kind) }
      const risks = await records.risksOf(response.list.map(({ id }) => id))
      return { ...response, list: response.list.map((row) => ({ ...row, ...(risks.get(row.id) ?? unknownRisk) })) }
    },
  }
}
