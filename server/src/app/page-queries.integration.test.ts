import { recordKinds } from '@baiqicha/contract/records/kinds'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { BUILT_AT, buildCompany, buildSource } from '../../test/builders/companies.ts'
import { buildRecord } from '../../test/builders/records.ts'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { openedPartitions, type Query, wholeReads } from '../../test/databases/query-plans.ts'
import { createSessionService } from '../features/account/session.service.ts'
import { createExactCompanies } from '../features/batch/batch-lookup.service.ts'
import { createBatchSources } from '../features/batch/batch-sources.repository.ts'
import { createCompanyRepository } from '../features/company/company.repository.ts'
import { createIndexableRecordsRepository } from '../features/company/indexable-records.repository.ts'
import { createShownContent } from '../features/content/published-content.ts'
import { createCorrectionSubjectRepository } from '../features/correction/correction-subject.repository.ts'
import { createCompanyEventRepository } from '../features/follow/company-event.repository.ts'
import { createSearchHistoryRepository, createViewHistoryRepository } from '../features/history/history.repository.ts'
import { createDebtorListings, createPersonRepository } from '../features/people/people.repository.ts'
import { createRecordRepository } from '../features/records/records.repository.ts'
import { createRecordService } from '../features/records/records.service.ts'
import { createHmacHasher } from '../platform/crypto/hmac.ts'
import { systemRandom } from '../platform/crypto/system-random.ts'
import type { Database, Tables } from '../platform/database/database.ts'
import { PARTITIONS } from '../platform/database/partitions/partitioned-tables.ts'
import { createLogger } from '../platform/log/logger.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { createCompanyContacts } from '../records/company-contacts.ts'
import { createCompanySubjects } from '../records/company-subjects.ts'
import { createHiddenNumbersOf } from '../records/hidden-numbers.ts'
import { createCompanyRecords } from '../records/record-counts.ts'

/** Enough rows that no planner prefers a table scan. */
const COMPANIES = 4_000
const BATCH = 400

/** Tables whose size does not grow with the number of companies. */
const smallTables = new Set([
  'source',
  'record_feed',
  'record_revision',
  'home_example',
  'banner',
  'notice',
  // Accounts that operators locked.
  'user_lock',
])

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
    listings:
      at % 10 === 0
        ? [{ code: String(600_000 + at), state: '上市', listed_on: `20${String(at % 25).padStart(2, '0')}-06-01` }]
        : [],
  })

const recordOf = (companyId: string) => `r-${companyId}`

const decidedCorrection = (companyId: string) => ({
  number: `JC-${companyId}`,
  company_id: companyId,
  record_kind: 'executedPerson' as const,
  record_id: recordOf(companyId),
  title: '',
  company_name: '',
  reason: '信息有误' as const,
  content: '',
  statement: '',
  claimant: '',
  user_id: null,
  mobile: null,
  state: '已办结' as const,
  result: '维持' as const,
  note: null,
  is_shielding: 0 as const,
  submitted_at: BUILT_AT,
  due_at: BUILT_AT,
  decided_at: BUILT_AT,
})

const account = (at: number) => ({
  id: `u-${at}`,
  mobile: String(15_400_000_000 + at),
  nickname: null,
  created_at: BUILT_AT,
  password_hash: null,
  vip_expire_at: null,
  vip_source: null,
  erase_at: null,
})

const sessionOf = (at: number) => ({
  token_hash: `h-${at}`,
  id: `d-${at}`,
  user_id: `u-${at}`,
  source: null,
  device_type: 'web' as const,
  device_id: '',
  fr: '',
  created_at: BUILT_AT,
  last_used_at: BUILT_AT,
  expires_at: BUILT_AT,
  written_up_to: null,
})

async function fill({ db, kind }: TestDatabase) {
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
      const contacts = companies.map(({ row }, at) => ({ number_key: `t:0990${from + at}`, company_id: row.id }))
      await tx
        .insertInto('company_contact')
        .values(contacts.map((contact, at) => ({ ...contact, is_hidden: at % 10 === 0 ? 1 : 0 })))
        .execute()
      await tx
        .insertInto('company_views')
        .values(companies.map(({ row }) => ({ company_id: row.id, views: 1 })))
        .execute()
      await tx
        .insertInto('correction')
        .values(companies.map(({ row }) => decidedCorrection(row.id)))
        .execute()
      await tx
        .insertInto('user_account')
        .values(companies.map((_, at) => account(from + at)))
        .execute()
      await tx
        .insertInto('session')
        .values(companies.map((_, at) => sessionOf(from + at)))
        .execute()
    }
  })
  // A store of SQLite has no statistics.
  if (kind === 'postgres') await sql`analyze`.execute(db)
}

/** The same database; every select that it runs is added to `queries`. */
function recordingQueries(database: TestDatabase, queries: Query[]) {
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

const ids = Array.from({ length: 20 }, (_, at) => company(at * 150).row.id)
const filtered = {
  view: 'current',
  identity: null,
  facets: new Map([['year', '2024']]),
  page: 1,
  pageSize: 20,
} as const
const token = createHmacHasher(new Uint8Array(32))('token').slice(0, 43)

function openServices(db: Database) {
  const records = createCompanyRecords({ db, clock, includeDemo: false })
  const readers = { db, clock, includeDemo: false }
  const subjects = createCompanySubjects(db, false)
  return {
    db,
    records,
    contacts: createCompanyContacts({ ...readers, hiddenNumbers: createHiddenNumbersOf(new Uint8Array(32)) }),
    debtors: createDebtorListings(readers),
    persons: createPersonRepository(readers),
    events: createCompanyEventRepository(db),
    corrections: createCorrectionSubjectRepository({ db, clock, companySubjects: subjects }),
    content: createShownContent({ db, clock, jumpHosts: [], showsDemo: false }),
    subjects,
    companies: createCompanyRepository({ db, clock, reference, includeDemo: false, records }),
    views: createViewHistoryRepository(db, clock),
    searches: createSearchHistoryRepository(db, clock, systemRandom),
    recordPages: createRecordService({
      records: createRecordRepository({ db, clock, includeDemo: false }),
      clock,
      reference,
    }),
    sessions: createSessionService({ db, clock, random: systemRandom, log: createLogger('silent', () => {}) }),
  }
}

/** Data that pages read, with the services that read them. */
const pages: Record<string, (services: ReturnType<typeof openServices>) => Promise<unknown>> = {
  home: ({ content }) => content.home({ bannerList: [], noticeList: [], examples: ['演示企业'] }),
  'subjects of companies': ({ subjects }) => subjects.find(ids),
  detail: ({ companies }) => companies.findDetail('c-000100'),
  'business info': ({ companies }) => companies.findBusinessInfo('c-000100'),
  'list rows': ({ companies }) => companies.listSummaries(ids),
  'newest companies, first page': ({ companies }) => companies.listNewest({ offset: 0, limit: 10 }),
  'newest companies, last page': ({ companies }) => companies.listNewest({ offset: 980, limit: 20 }),
  'newest listings': ({ companies }) => companies.listRecentListings(10),
  'search without an index, by name': ({ companies }) => companies.findByExactNameCodeOrPrefix('演示77号', 21),
  'search without an index, by code': ({ companies }) => companies.findByExactNameCodeOrPrefix('600100', 21),
  'search without an index, no match': ({ companies }) => companies.findByExactNameCodeOrPrefix('没有', 21),
  'search rows found by their records': ({ db }) => createIndexableRecordsRepository(db, clock).of(ids),
  'list of records': ({ recordPages }) =>
    recordPages.list({ ...filtered, kind: recordKinds.executedPerson, companyId: 'c-000100' }),
  'newest record': ({ recordPages }) => recordPages.latest({ companyId: 'c-000100', group: 'legalRisk' }),
  'one record': ({ recordPages }) =>
    recordPages.detail({ kind: 'executedPerson', id: recordOf('c-000100'), companyId: undefined }),
  'counts of risks': ({ records }) => records.risksOf(ids),
  'counts of the companies of a list': ({ records }) => records.overviewsOf(ids),
  'whole names and codes of a list': ({ db }) =>
    createExactCompanies({ db, includeDemo: false })(
      ids.map((id, at) => ({ name: `演示${at}号贸易有限公司`, code: `9199000${at}${id}` })),
    ),
  'sources of the companies of a list': ({ db }) => createBatchSources({ db, clock }).originsOf(ids),
  'companies with a number': ({ contacts }) => contacts.companiesWith('0990-2345678', { limit: 20, offset: 0 }),
  'search for a debtor': ({ debtors }) => debtors.find(['p:演示甲', 'n:演示1号贸易有限公司'], '2026-06-30'),
  'person at a company': ({ persons }) => persons.ofCompany(['n:演示1号贸易有限公司', 'r:100000000001'], '2026-06-30'),
  'events of followed companies': async ({ events, subjects }) =>
    events.find(
      Array.from((await subjects.find(ids)).values(), (of) => ({ subjects: of, after: 0 })),
      { perKey: 50 },
    ),
  'objection to a record of a company': ({ corrections }) =>
    corrections.find({ companyId: 'c-000100', recordKind: 'executedPerson', recordId: recordOf('c-000100') }),
  'objection to a record of a person': ({ corrections }) =>
    corrections.find({ companyId: '', recordKind: 'executedPerson', recordId: recordOf('c-000100') }),
  views: ({ views }) => views.countOf('c-000100'),
  'recent views': ({ views }) => views.list('u-1', { offset: 0, limit: 20 }),
  'search history': ({ searches }) => searches.list('u-1'),
  session: ({ sessions }) => sessions.find(token),
}

describeBothDatabases('the queries of a page', (freshDatabase) => {
  const queries: Query[] = []
  let database: TestDatabase
  let services: ReturnType<typeof openServices>

  beforeAll(async () => {
    database = await freshDatabase()
    await fill(database)
    services = openServices(recordingQueries(database, queries))
  }, 120_000)

  it.each(Object.entries(pages))('%s: no query scans a growing table', async (_page, read) => {
    queries.length = 0
    await read(services)
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries) {
      const tables = await wholeReads(database, query)
      expect(
        tables.filter((table) => !smallTables.has(table)),
        query.sql,
      ).toEqual([])
    }
  })

  it.each([
    ['without an index', "select id from company where address like '%路%'"],
    ['under another name', "select other.id from company as other where other.address like '%路%'"],
    ['through an index', 'select name_key from company order by name_key'],
    ['within a subquery', "select 1 where exists (select 1 from company as inner_one where address like '%路%')"],
  ])('detects a table scan %s', async (_way, statement) => {
    expect(await wholeReads(database, { sql: statement, parameters: [] })).toEqual(['company'])
  })

  it('detects a read by the flag of demonstration companies, which SQLite prefers to one by keys', async () => {
    const byFlag = { sql: "select id from company where is_demo = 0 and id in ('c-1', 'c-2')", parameters: [] }
    expect(await wholeReads(database, byFlag)).toEqual(database.kind === 'sqlite' ? ['company'] : [])
  })

  it('does not report a read by key as a scan', async () => {
    const byKey = { sql: "select id from company as one where one.id in ('c-1', 'c-2')", parameters: [] }
    expect(await wholeReads(database, byKey)).toEqual([])
  })
})

/** A company has at most three keys, and one that it shares with others. */
const KEYS_OF_COMPANY = 4
const pagesOfOneCompany = ['detail', 'list of records', 'newest record', 'one record']

describeDatabases(
  'the partitions of records',
  (freshDatabase) => {
    const queries: Query[] = []
    let database: TestDatabase
    let services: ReturnType<typeof openServices>

    beforeAll(async () => {
      database = await freshDatabase()
      await fill(database)
      services = openServices(recordingQueries(database, queries))
    }, 120_000)

    it.each(pagesOfOneCompany)('%s: only those that have a key of the company are opened', async (page) => {
      queries.length = 0
      await pages[page]?.(services)
      const opened = await Promise.all(
        queries.map(async (query) => (database.kind === 'postgres' ? openedPartitions(database.pool, query) : [])),
      )
      expect(opened.flat().length).toBeGreaterThan(0)
      for (const names of opened) expect(names.length).toBeLessThanOrEqual(KEYS_OF_COMPANY)
    })

    it('are all opened by a query that names no key', async () => {
      const query = { sql: 'select count(*) from record_subject', parameters: [] }
      const opened = database.kind === 'postgres' ? await openedPartitions(database.pool, query) : []
      expect(opened).toHaveLength(PARTITIONS)
    })
  },
  ['postgres'],
)
