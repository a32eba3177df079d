import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import { inJsonArray } from '../../platform/database/in-json-array.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import type { CompanyChange, CompanySource } from '../../search/company-source.ts'
import { type IndexableRows, indexableColumns, indexableFrom } from './company-indexable.ts'
import { createIndexedRecords, noRecords, type RecordsOfCompany } from './company-indexable-records.ts'

export type CompanySourceNeeds = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether demonstration companies exist for readers (DEMO_DATA). */
  includeDemo: boolean
}

/** Companies read at once: few enough that a thread that reads them has time for other things in between. */
const BATCH = 500
/** Changes forgotten at once, so that writers need not wait. */
const FORGET_BATCH = 5000

type Rows = Pick<IndexableRows, 'names' | 'listings'> & {
  companies: readonly IndexableRows['company'][]
  /** Of each company by its id; of those left out there is none. */
  records: ReadonlyMap<string, RecordsOfCompany>
}
/** How the records of companies are read: not at all from a store that has none. */
type ReadRecords = (companies: readonly IndexableRows['company'][]) => Promise<Rows['records']>

const changes = (db: Database) => db.selectFrom('company_change').select(['seq', 'company_id as companyId', 'at'])

const newest = async (db: Database): Promise<CompanyChange | null> =>
  (await changes(db).orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? null

/** The records as the index follows them, on either database. */
export function createCompanySource({ db, clock, reference, includeDemo }: CompanySourceNeeds): CompanySource {
  const records = createIndexedRecords(db, clock)
  const recordsToRead = async (): Promise<ReadRecords> =>
    (await records.hasAny()) ? (companies) => records.of(companies.map(({ id }) => id)) : async () => new Map()
  const told = () => {
    const companies = db.selectFrom('company').select(indexableColumns).orderBy('id')
    return includeDemo ? companies : companies.where('is_demo', '=', 0)
  }
  const names = () =>
    db
      .selectFrom('company_name')
      .select(['company_id', 'kind', 'value'])
      .orderBy('company_id')
      .orderBy('kind')
      .orderBy('value')
  const listings = () =>
    db.selectFrom('company_listing').select(['company_id', 'code', 'old_code']).orderBy('company_id').orderBy('code')

  async function readAfter(after: string, readRecords: ReadRecords): Promise<Rows> {
    const companies = await told().where('id', '>', after).limit(BATCH).execute()
    const last = companies.at(-1)?.id
    if (last === undefined) return { companies, names: [], listings: [], records: new Map() }
    return {
      companies,
      names: await names().where('company_id', '>', after).where('company_id', '<=', last).execute(),
      listings: await listings().where('company_id', '>', after).where('company_id', '<=', last).execute(),
      records: await readRecords(companies),
    }
  }

  async function readThese(ids: readonly string[], readRecords: ReadRecords): Promise<Rows> {
    const wanted = inJsonArray(db, ids)
    const companies = await told().where('id', 'in', wanted).execute()
    return {
      companies,
      records: await readRecords(companies),
      names: await names().where('company_id', 'in', wanted).execute(),
      listings: await listings().where('company_id', 'in', wanted).execute(),
    }
  }

  function* together(rows: Rows): Generator<IndexableCompany> {
    const namesById = Map.groupBy(rows.names, (row) => row.company_id)
    const listingsById = Map.groupBy(rows.listings, (row) => row.company_id)
    for (const company of rows.companies) {
      const { id } = company
      const own = { names: namesById.get(id) ?? [], listings: listingsById.get(id) ?? [] }
      yield indexableFrom({ company, ...own, records: rows.records.get(id) ?? noRecords() }, reference)
    }
  }

  async function* everyCompany() {
    const readRecords = await recordsToRead()
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Rows = await readAfter(after, readRecords)
      yield* together(rows)
      after = rows.companies.length < BATCH ? undefined : rows.companies.at(-1)?.id
    }
  }

  async function* theseCompanies(ids: readonly string[]) {
    const readRecords = await recordsToRead()
    const ordered = ids.toSorted()
    for (let at = 0; at < ordered.length; at += BATCH) {
      yield* together(await readThese(ordered.slice(at, at + BATCH), readRecords))
    }
  }

  return {
    scope: includeDemo ? 'with demonstration companies' : 'without demonstration companies',
    lastChange: settledChanges(db),

    changesAfter: async (change, upTo, limit) => {
      const [known, ...later] = await changes(db)
        .where('seq', '>=', change.seq)
        .where('seq', '<=', upTo)
        .orderBy('seq')
        .limit(limit + 1)
        .execute()
      const isKnown = known?.seq === change.seq && known.companyId === change.companyId && known.at === change.at
      return isKnown ? later : null
    },

    companies: (ids) => (ids === undefined ? everyCompany() : theseCompanies(ids)),

    pruneChanges: async (before, from) => {
      for (;;) {
        const oldest = await changes(db).where('seq', '<', from).orderBy('seq').limit(FORGET_BATCH).execute()
        const last = oldest.findLast(({ at }) => at < before)
        if (last === undefined) return
        await db.deleteFrom('company_change').where('seq', '<=', last.seq).execute()
      }
    },
  }
}

/**
 * SQLite has one writer at a time. In PostgreSQL numbers are drawn before they are committed: of two writers the one
 * with the smaller number may come later, and whoever had read the larger one would never see it. Those who import hold
 * a lock that keeps them apart; so that nothing rests on that, the table is locked against writers for the instant of
 * reading: then no smaller number is on its way. Where nothing came since the last such reading, none is needed.
 */
function settledChanges(db: Database): () => Promise<CompanyChange | null> {
  if (!isPostgres(db)) return () => newest(db)
  let settled = 0
  return async () => {
    const seen = await newest(db)
    if (seen === null || seen.seq === settled) return seen
    const last = await db.transaction().execute(async (transaction) => {
      await sql`lock table company_change in share mode`.execute(transaction)
      return newest(transaction)
    })
    settled = last?.seq ?? 0
    return last
  }
}
