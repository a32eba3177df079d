import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { Database } from '../../platform/database/database.ts'
import { findsRow, inJsonArray, isPostgres, isRealCompany } from '../../platform/database/portable-sql.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { hiddenContacts, withoutHiddenContacts } from '../../records/hidden-numbers.ts'
import { filterTermsOf, termGroupsOf, valueFilter } from '../../search/analysis/filters.ts'
import { dayOf, rankOf } from '../../search/analysis/static-rank.ts'
import type { CompanyFilters } from '../../search/company-search.ts'
import type { CompanyChange, CompanySource, IdRange } from '../../search/company-source.ts'
import { type IndexableRows, indexableColumns, indexableFrom } from './indexable-company.presenter.ts'
import {
  createIndexableRecordsRepository,
  type IndexableRecords,
  noIndexableRecords,
} from './indexable-records.repository.ts'

export type CompanySourceDeps = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether readers see demonstration companies (DEMO_DATA). */
  includeDemo: boolean
}

/** Companies per read: few enough that the reading thread can do other work in between. */
const BATCH = 500
/** Changes deleted per statement, so that writers wait only briefly. */
const DELETE_BATCH = 5000

type StoredRow = IndexableRows['company'] & Parameters<typeof withoutHiddenContacts>[0]
type Rows = Pick<IndexableRows, 'names' | 'listings'> & {
  companies: readonly StoredRow[]
  /** By company id; companies without records are left out. */
  records: ReadonlyMap<string, IndexableRecords>
}
/** Reads the records of companies; returns an empty map when no record is stored. */
type ReadRecords = (companies: readonly IndexableRows['company'][]) => Promise<Rows['records']>

const isList = (which: readonly string[] | IdRange): which is readonly string[] => Array.isArray(which)

const changes = (db: Database) => db.selectFrom('company_change').select(['seq', 'company_id as companyId', 'at'])

const newest = async (db: Database): Promise<CompanyChange | null> =>
  (await changes(db).orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? null

/** Names the set of companies in the index. */
export const scopeOf = (includeDemo: boolean): string =>
  includeDemo ? 'with demonstration companies' : 'without demonstration companies'

/** Reads companies and their changes for the search index, on either database. */
export function createCompanySource({ db, clock, reference, includeDemo }: CompanySourceDeps): CompanySource {
  const records = createIndexableRecordsRepository(db, clock)
  const recordsToRead = async (): Promise<ReadRecords> =>
    (await records.hasAny()) ? (companies) => records.of(companies.map(({ id }) => id)) : async () => new Map()
  const selectCompanies = () => {
    const companies = db
      .selectFrom('company')
      .select(indexableColumns)
      .select((company) => hiddenContacts(db, company))
      .orderBy('id')
    return includeDemo ? companies : companies.where(isRealCompany)
  }
  const names = () =>
    db
      .selectFrom('company_name')
      .select(['company_id', 'kind', 'value'])
      .orderBy('company_id')
      .orderBy('kind')
      .orderBy('value')
  const listings = () =>
    db
      .selectFrom('company_listing')
      .select(['company_id', 'code', 'old_code', 'board', 'listed_on', 'delisted_on'])
      .orderBy('company_id')
      .orderBy('code')

  async function readAfter(after: string, { from, before }: IdRange, readRecords: ReadRecords): Promise<Rows> {
    const companies = await selectCompanies()
      .where('id', '>', after)
      .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .limit(BATCH)
      .execute()
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
    const companies = await selectCompanies().where('id', 'in', wanted).execute()
    return {
      companies,
      records: await readRecords(companies),
      names: await names().where('company_id', 'in', wanted).execute(),
      listings: await listings().where('company_id', 'in', wanted).execute(),
    }
  }

  function* assemble(rows: Rows): Generator<IndexableCompany> {
    const namesById = Map.groupBy(rows.names, (row) => row.company_id)
    const now = clock.now()
    const listingsById = Map.groupBy(rows.listings, (row) => row.company_id)
    for (const stored of rows.companies) {
      const company = withoutHiddenContacts(stored)
      const { id } = company
      const own = { names: namesById.get(id) ?? [], listings: listingsById.get(id) ?? [] }
      yield indexableFrom(
        { company, ...own, records: rows.records.get(id) ?? noIndexableRecords() },
        { reference, now },
      )
    }
  }

  async function* companiesOf(range: IdRange) {
    const readRecords = await recordsToRead()
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Rows = await readAfter(after, range, readRecords)
      yield* assemble(rows)
      after = rows.companies.length < BATCH ? undefined : rows.companies.at(-1)?.id
    }
  }

  async function* theseCompanies(ids: readonly string[]) {
    const readRecords = await recordsToRead()
    const ordered = ids.toSorted()
    for (let at = 0; at < ordered.length; at += BATCH) {
      yield* assemble(await readThese(ordered.slice(at, at + BATCH), readRecords))
    }
  }

  return {
    scope: scopeOf(includeDemo),
    lastChange: settledChanges(db),

    changesAfter: async (change, upTo, limit) => {
      const [previous, ...later] = await changes(db)
        .where('seq', '>=', change.seq)
        .where('seq', '<=', upTo)
        .orderBy('seq')
        .limit(limit + 1)
        .execute()
      const isStored =
        previous?.seq === change.seq && previous.companyId === change.companyId && previous.at === change.at
      return isStored ? later : null
    },

    companies: (which = {}) => (isList(which) ? theseCompanies(which) : companiesOf(which)),

    hasMoreThan: async (count) => {
      return db.selectFrom('company').orderBy('id').offset(count).limit(1).$call(findsRow)
    },

    pruneChanges: async (before, from) => {
      for (;;) {
        const oldest = await changes(db).where('seq', '<', from).orderBy('seq').limit(DELETE_BATCH).execute()
        const last = oldest.findLast(({ at }) => at < before)
        if (last === undefined) return
        await db.deleteFrom('company_change').where('seq', '<=', last.seq).execute()
      }
    },
  }
}

/**
 * Reads the newest change such that no change with a smaller number can appear later. SQLite has one writer at a time.
 * PostgreSQL assigns sequence numbers before commit, so a smaller number may become visible after a larger one and
 * would be missed. Importers exclude each other by a lock; independently of that, the table is locked against writers
 * for the moment of the read. Without a newer change since the last such read, the lock is skipped.
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
type FindPassing = (companyIds: readonly string[], filters: CompanyFilters) => Promise<string[]>

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
