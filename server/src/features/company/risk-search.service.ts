import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RiskRow, RiskSearchAnswer, riskSearchQuerySchema } from '@baiqicha/contract/risk-search'
import type * as z from 'zod/mini'
import type { RecordRisk } from '../../records/record-tallies.ts'
import type { CompanySearchService } from './company-search.service.ts'

export type RiskSearchQuery = z.output<typeof riskSearchQuerySchema>

type RiskSearchDeps = {
  searches: Pick<CompanySearchService, 'search'>
  records: {
    risksOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, RecordRisk>>
    areCovered(companyIds: readonly string[], kind: RecordKindKey): Promise<boolean>
  }
}

/** For a company deleted since it was found. */
const unknownRisk: RecordRisk = { riskCounts: {}, maxSeverity: null, asOf: null }

/** The most relevant companies, which are sorted by severity; those after them stay in the order of relevance. */
const SORTED = 100

const rankOfSeverity = { 高: 3, 中: 2, 提示: 1 } as const

/** Whether the keyword is a whole name or code of the company: what the reader asked for stays before what resembles it. */
const isMeant = ({ matchReason: { text }, hitRanges: [range] }: RiskRow) => range?.[0] === 0 && range[1] === text.length

const rankOf = (row: RiskRow) => (isMeant(row) ? 4 : row.maxSeverity === null ? 0 : rankOfSeverity[row.maxSeverity])

/** Gravest first. Companies of one severity stay in their order. */
const bySeverity = (rows: readonly RiskRow[]): RiskRow[] => rows.toSorted((a, b) => rankOf(b) - rankOf(a))

/** Most companies whose coverage is checked; of more it is not known. */
const CHECKED = 50

/** Company search with the counts of every kind of risk added to each company. */
export function createRiskSearchService({ searches, records }: RiskSearchDeps) {
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
    /** One page of 查风险; null when the keyword has nothing to search for. */
    async search({ kind, page, pageSize, ...query }: RiskSearchQuery): Promise<RiskSearchAnswer | null> {
      const sorted = SORTED - (SORTED % pageSize)
      const isSorted = page * pageSize <= sorted
      const window = isSorted ? { page: 1, pageSize: sorted } : { page, pageSize }
      const found = await searches.search({
        ...query,
        ...window,
        sort: 'relevance',
        ...(kind !== undefined && { risk: kind }),
      })
      if (found === null) return null
      const response = { ...found, page, pageSize }
      const isEmpty = found.list.length === 0 && page === 1 && found.partial !== true
      if (kind !== undefined && isEmpty) {
        return { ...response, list: [], connected: await isCovered({ ...query, page, pageSize }, kind) }
      }
      const risks = await records.risksOf(found.list.map(({ id }) => id))
      const rows = found.list.map((row) => ({ ...row, ...(risks.get(row.id) ?? unknownRisk) }))
      return { ...response, list: isSorted ? bySeverity(rows).slice((page - 1) * pageSize, page * pageSize) : rows }
    },
  }
}
export type RiskSearchService = ReturnType<typeof createRiskSearchService>
