import { recordKinds } from '@baiqicha/contract/records/kinds'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { BUILT_AT, buildCompany, buildSource } from '../../test/builders.ts'
import { buildRecord } from '../../test/builders-records.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases.ts'
import { createSessionService } from '../features/account/session.service.ts'
import { createCompanyRepository } from '../features/company/company.repository.ts'
import { createIndexedRecords } from '../features/company/company-indexable-records.ts'
import { createSearchHistory } from '../features/history/search-history.repository.ts'
import { createViewHistory } from '../features/history/view-history.repository.ts'
import { createRecordRepository } from '../features/records/records.repository.ts'
import { createRecordService } from '../features/records/records.service.ts'
import { createHmacHasher } from '../platform/crypto/hmac.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import type { Tables } from '../platform/database/database.ts'
import { createLogger } from '../platform/log/logger.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { createCompanyRecords } from '../records/record-counts.ts'

/** Enough that no planner reads a table whole because it is small. */
const COMPANIES = 4_000
const BATCH = 400

/** Read whole and small for ever, and what a query makes for itself of the values it is given. */
const smallTables = new Set([
  'source',
  'record_feed',
  'record_revision',
  'meant',
  'stronger',
  'agg',
  'page',
  'json_each',
])

type Query = { sql: string; parameters: readonly unknown[] }

const clock = { now: () => BUILT_AT }
const reference = loadReferenceData({ demo: true })

const company = (at: number) =>
  buildCompany({
    id: `c-${String(at).padStart(6, '0')}`,
    name: `演示${at}号贸易有限公司`,
    credit_code: `9199${String(at).padStart(14, '0')}`,
    registration_number: String(100_000_000_000 + at),
    founded_on: `20${String(at % 25).padStart(2, '0')}-01-01`,
    prominence: at % 700,
    names: [{ kind: 'former', value: `演示旧${at}号有限公司` }],
    listings: at % 10 === 0 ? [{ code: String(600_000 + at) }] : [],
  })

const recordOf = (companyId: string) => `r-${companyId}`

async function fill({ db }: TestDatabase) {
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('source').values(buildSource()).execute()
    for (let from = 0; from < COMPANIES; from += BATCH) {
      const companies = Array.from({ length: BATCH }, (_, at) => company(from + at))
      await tx
        .insertInto('company')
        .values(companies.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('company_known_name')
        .values(companies.map(({ row }) => ({ company_id: row.id, name_key: row.name_key })))
        .execute()
      await tx
        .insertInto('company_name')
        .values(companies.flatMap(({ names }) => names))
        .execute()
      await tx
        .insertInto('company_listing')
        .values(companies.flatMap(({ listings }) => listings))
        .execute()
      const changes = companies.map(({ row }) => ({ company_id: row.id, at: BUILT_AT }))
      await tx.insertInto('company_change').values(changes).execute()
      const records = companies.map(({ row: { id, credit_code, name } }) =>
        buildRecord({
          id: recordOf(id),
          kind: 'executedPerson',
          subjects: [{ creditCode: credit_code, name }],
          fields: { caseNo: '（2024）演0101执1号', applicant: name },
        }),
      )
      await tx
        .insertInto('record')
        .values(records.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('record_subject')
        .values(records.flatMap(({ subjects }) => subjects))
        .execute()
      await tx
        .insertInto('subject_name')
        .values(records.flatMap(({ names }) => names))
        .execute()
      await tx
        .insertInto('company_views')
        .values(companies.map(({ row }) => ({ company_id: row.id, views: 1 })))
        .execute()
    }
  })
  await sql`analyze`.execute(db)
}

/** The same database, with every query it is asked noted. */
function noting(database: TestDatabase, queries: Query[]) {
  return new Kysely<Tables>({
    dialect:
      database.kind === 'sqlite'
        ? new SqliteDialect({ database: database.sqlite })
        : new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => {
      if (query.query.kind === 'SelectQueryNode') queries.push(query)
    },
  })
}

/** The plan PostgreSQL makes where it need not read a table whole: it would, as long as tables are small. */
async function explained(pool: Pool, query: Query) {
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, [...query.parameters])
    await client.query('rollback')
    return rows
  } finally {
    client.release()
  }
}

/** What reads a whole table or index, in the words of the plan. */
async function wholeReads(database: TestDatabase, query: Query): Promise<string[]> {
  if (database.kind === 'sqlite') {
    const rows = database.sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${query.sql}`)
      .all(...query.parameters)
    return rows.flatMap(({ detail }) => {
      const [, table = ''] = /^SCAN (\S+)/.exec(detail) ?? []
      return table === '' || smallTables.has(table) || / CONSTANT ROWS?$/.test(detail) ? [] : [detail]
    })
  }
  const rows = await explained(database.pool, query)
  return rows.flatMap(({ 'QUERY PLAN': line }, at) => {
    const [, kind, table = ''] = /(Seq Scan|Index Scan|Index Only Scan).* on (\S+)/.exec(line) ?? []
    if (kind === undefined || smallTables.has(table)) return []
    const isBounded = kind !== 'Seq Scan' && rows[at + 1]?.['QUERY PLAN'].includes('Index Cond')
    return isBounded ? [] : [line]
  })
}

describeDatabases('the queries of a page', (freshDatabase) => {
  const queries: Query[] = []
  let database: TestDatabase
  let pages: Record<string, () => Promise<unknown>>

  beforeAll(async () => {
    database = await freshDatabase()
    await fill(database)
    const db = noting(database, queries)
    const records = createCompanyRecords({ db, clock, includeDemo: false })
    const companies = createCompanyRepository({ db, clock, reference, includeDemo: false, records })
    const views = createViewHistory(db, clock)
    const recordPages = createRecordService({
      records: createRecordRepository({ db, clock, includeDemo: false }),
      clock,
      reference,
    })
    const narrowing = {
      view: 'current',
      identity: null,
      facets: new Map([['year', '2024']]),
      page: 1,
      pageSize: 20,
    } as const
    const log = createLogger('silent', () => {})
    const ids = Array.from({ length: 20 }, (_, at) => company(at * 150).row.id)
    const sessions = createSessionService({ db, clock, random: systemRandom, log })
    const [token] = [createHmacHasher(new Uint8Array(32))('token').slice(0, 43)]
    pages = {
      detail: () => companies.findDetail('c-000100'),
      'business info': () => companies.findBusinessInfo('c-000100'),
      'list rows': () => companies.listSummaries(ids),
      'newest companies, first page': () => companies.listNewest({ offset: 0, limit: 10 }),
      'newest companies, last page': () => companies.listNewest({ offset: 980, limit: 20 }),
      'search without an index, by name': () => companies.findByExactNameCodeOrPrefix('演示77号', 21),
      'search without an index, by code': () => companies.findByExactNameCodeOrPrefix('600100', 21),
      'search without an index, found nowhere': () => companies.findByExactNameCodeOrPrefix('没有', 21),
      'search rows found by what records tell': () => createIndexedRecords(db, clock).of(ids),
      'list of records': () =>
        recordPages.list({ ...narrowing, kind: recordKinds.executedPerson, companyId: 'c-000100' }),
      'newest record': () => recordPages.latest({ companyId: 'c-000100', group: 'legalRisk' }),
      'one record': () =>
        recordPages.detail({ kind: 'executedPerson', id: recordOf('c-000100'), companyId: undefined }),
      'counts of risks': () => records.risksOf(ids),
      views: () => views.countOf('c-000100'),
      'recent views': () => views.list('u-1', { offset: 0, limit: 20 }),
      'search history': () => createSearchHistory(db, clock, systemRandom).list('u-1'),
      session: () => sessions.find(token),
    }
  }, 120_000)

  it('read no table whole, however many companies there are', async () => {
    const wrong: string[] = []
    for (const [page, ask] of Object.entries(pages)) {
      queries.length = 0
      await ask()
      expect(queries.length, page).toBeGreaterThan(0)
      for (const query of queries) {
        for (const detail of await wholeReads(database, query)) wrong.push(`${page}: ${detail.trim()}\n  ${query.sql}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('would be found if they did', async () => {
    const whole = { sql: "select id from company where address like '%路%'", parameters: [] }
    expect(await wholeReads(database, whole)).toHaveLength(1)
  })
})
