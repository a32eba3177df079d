import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import type { Coverage } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { Clock } from '../../domain/clock.ts'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { createCoverage } from './company-coverage.ts'
import {
  businessInfoFrom,
  detailColumns,
  detailFrom,
  sourceIdsOf,
  summaryColumns,
  summaryFrom,
} from './company-from-row.ts'
import { type DirectHit, findDirectHits } from './company-lookup.ts'
import { keepSources } from './sources-kept.ts'

export type CompanyRepository = {
  /** null for an unknown id, and for a demonstration company while those are off. */
  findDetail(id: string): Promise<Omit<CompanyDetail, 'viewCount'> | null>
  /** As `findDetail`. */
  findBusinessInfo(id: string): Promise<BusinessInfo | null>
  /** In the order of `ids`; ids without a company are left out. */
  listSummaries(ids: readonly string[]): Promise<CompanySummary[]>
  /** Real companies by founding date, newest first; those without a date are left out. */
  listNewest(page: { offset: number; limit: number }): Promise<CompanySummary[]>
  /** Exact names and codes, then names that start so: what can be answered without an index. */
  findByExactNameCodeOrPrefix(keyword: string, limit: number): Promise<DirectHit[]>
  coverage(): Promise<Coverage>
}

export type CompanyRepositoryNeeds = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether demonstration companies exist for readers (DEMO_DATA). */
  includeDemo: boolean
}

export function createCompanyRepository({
  db,
  clock,
  reference,
  includeDemo,
}: CompanyRepositoryNeeds): CompanyRepository {
  const sourcesNamed = keepSources(db, clock)
  const words = () => ({ reference, now: clock.now() })

  const visibleCompanies = () => {
    const companies = db.selectFrom('company')
    return includeDemo ? companies : companies.where('is_demo', '=', 0)
  }

  const findSummaryRows = compileOnce(db, (ids) => visibleCompanies().select(summaryColumns).where('id', 'in', ids))
  const findDetailRows = compileOnce(db, (ids) => visibleCompanies().select(detailColumns).where('id', 'in', ids))
  const findWholeRows = compileOnce(db, (ids) => visibleCompanies().selectAll().where('id', 'in', ids))
  const findNames = compileOnce(db, (ids) => db.selectFrom('company_name').selectAll().where('company_id', 'in', ids))
  const findListings = compileOnce(db, (ids) =>
    db.selectFrom('company_listing').selectAll().where('company_id', 'in', ids),
  )

  /** Companies with their names and listings: three queries for any number of ids, in no order. */
  async function withParts<Row extends { id: string }>(
    ids: readonly string[],
    find: (ids: readonly string[]) => Promise<Row[]>,
  ) {
    if (ids.length === 0) return []
    const [companies, names, listings] = await Promise.all([find(ids), findNames(ids), findListings(ids)])
    const namesById = Map.groupBy(names, (row) => row.company_id)
    const listingsById = Map.groupBy(listings, (row) => row.company_id)
    return companies.map((company) => ({
      company,
      names: namesById.get(company.id) ?? [],
      listings: listingsById.get(company.id) ?? [],
    }))
  }

  return {
    findDetail: async (id) => {
      const [rows] = await withParts([id], findDetailRows)
      if (rows === undefined) return null
      return detailFrom(rows, { ...words(), sources: await sourcesNamed(sourceIdsOf(rows.company)) })
    },

    findBusinessInfo: async (id) => {
      const [rows] = await withParts([id], findWholeRows)
      if (rows === undefined) return null
      return businessInfoFrom(rows, { ...words(), sources: await sourcesNamed(sourceIdsOf(rows.company)) })
    },

    listSummaries: async (ids) => {
      const found = await withParts(ids, findSummaryRows)
      const byId = new Map(found.map((rows) => [rows.company.id, rows]))
      return ids.flatMap((id) => {
        const rows = byId.get(id)
        return rows === undefined ? [] : [summaryFrom(rows, words())]
      })
    },

    listNewest: async ({ offset, limit }) => {
      const newest = await db
        .selectFrom('company')
        .select(summaryColumns)
        .where('is_demo', '=', 0)
        .where('founded_on', 'is not', null)
        .orderBy('founded_on', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      const ids = newest.map((company) => company.id)
      return (await withParts(ids, async () => newest)).map((rows) => summaryFrom(rows, words()))
    },

    findByExactNameCodeOrPrefix: (keyword, limit) => findDirectHits(db, { keyword, limit, includeDemo }),

    coverage: createCoverage(db, clock),
  }
}
