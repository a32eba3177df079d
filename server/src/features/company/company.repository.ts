import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import type { Coverage } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/indexable-company.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { createCoverage } from './company-coverage.ts'
import { businessInfoFrom, type CompanyRows, detailFrom, summaryFrom, type Telling } from './company-from-row.ts'
import { indexableFrom } from './company-indexable.ts'
import { type DirectHit, findDirectHits } from './company-lookup.ts'

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
  /** Every company, demonstration ones too, by id, starting behind `afterId`. */
  streamIndexable(afterId?: string): AsyncGenerator<IndexableCompany>
  /** Another text whenever anything the index is made from has changed. Costs one index look-up. */
  revision(): Promise<string>
}

export type CompanyRepositoryNeeds = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether demonstration companies exist for readers (DEMO_DATA). */
  includeDemo: boolean
}

const STREAM_BATCH = 1_000

export function createCompanyRepository({
  db,
  clock,
  reference,
  includeDemo,
}: CompanyRepositoryNeeds): CompanyRepository {
  const telling = async (): Promise<Telling> => {
    const sources = await db.selectFrom('source').selectAll().execute()
    return { reference, sources: new Map(sources.map((source) => [source.id, source])), now: clock.now() }
  }

  /** Two queries for any number of companies, besides the companies themselves. */
  async function withParts(companies: readonly CompanyRows['company'][]): Promise<CompanyRows[]> {
    if (companies.length === 0) return []
    const ids = companies.map((company) => company.id)
    const [names, listings] = await Promise.all([
      db.selectFrom('company_name').selectAll().where('company_id', 'in', ids).execute(),
      db.selectFrom('company_listing').selectAll().where('company_id', 'in', ids).execute(),
    ])
    const namesById = Map.groupBy(names, (row) => row.company_id)
    const listingsById = Map.groupBy(listings, (row) => row.company_id)
    return companies.map((company) => ({
      company,
      names: namesById.get(company.id) ?? [],
      listings: listingsById.get(company.id) ?? [],
    }))
  }

  const visibleCompanies = () => {
    const companies = db.selectFrom('company').selectAll()
    return includeDemo ? companies : companies.where('is_demo', '=', 0)
  }

  async function findRows(id: string): Promise<CompanyRows | null> {
    const [rows] = await withParts(await visibleCompanies().where('id', '=', id).execute())
    return rows ?? null
  }

  const summariesOf = async (companies: readonly CompanyRows['company'][]) => {
    const [rows, words] = await Promise.all([withParts(companies), telling()])
    return rows.map((row) => summaryFrom(row, words))
  }

  return {
    findDetail: async (id) => {
      const rows = await findRows(id)
      return rows === null ? null : detailFrom(rows, await telling())
    },

    findBusinessInfo: async (id) => {
      const rows = await findRows(id)
      return rows === null ? null : businessInfoFrom(rows, await telling())
    },

    listSummaries: async (ids) => {
      if (ids.length === 0) return []
      const companies = await visibleCompanies().where('id', 'in', ids).execute()
      const byId = new Map((await summariesOf(companies)).map((summary) => [summary.id, summary]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },

    listNewest: async ({ offset, limit }) => {
      const newest = db
        .selectFrom('company')
        .selectAll()
        .where('is_demo', '=', 0)
        .where('founded_on', 'is not', null)
        .orderBy('founded_on', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
      return summariesOf(await newest.execute())
    },

    findByExactNameCodeOrPrefix: (keyword, limit) => findDirectHits(db, { keyword, limit, includeDemo }),

    coverage: createCoverage(db),

    async *streamIndexable(afterId = '') {
      for (let last: string | undefined = afterId; last !== undefined; ) {
        const batch: CompanyRows['company'][] = await db
          .selectFrom('company')
          .selectAll()
          .where('id', '>', last)
          .orderBy('id')
          .limit(STREAM_BATCH)
          .execute()
        for (const rows of await withParts(batch)) yield indexableFrom(rows, reference)
        last = batch.length < STREAM_BATCH ? undefined : batch.at(-1)?.id
      }
    },

    revision: () => revisionOf(db),
  }
}

/** The last change and its instant: two stores do not share both. */
async function revisionOf(db: Database): Promise<string> {
  const last = await db
    .selectFrom('company_change')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? 'empty' : `${last.seq}-${last.at}`
}
