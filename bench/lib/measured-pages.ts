import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Pool } from 'pg'
import { chinaDay } from '../../server/src/domain/clock.ts'
import { createCompanyRepository } from '../../server/src/features/company/company.repository.ts'
import { createIndexableRecordsRepository } from '../../server/src/features/company/indexable-records.repository.ts'
import { createCompanyEventRepository, readFeed } from '../../server/src/features/follow/company-event.repository.ts'
import { createDebtorSearchService } from '../../server/src/features/people/debtor-search.service.ts'
import { createDebtorListings, createPersonRepository } from '../../server/src/features/people/people.repository.ts'
import { createPersonDetailService } from '../../server/src/features/people/person-detail.service.ts'
import { createRecordRepository } from '../../server/src/features/records/records.repository.ts'
import { createRecordService } from '../../server/src/features/records/records.service.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import { createCompanyContacts } from '../../server/src/records/company-contacts.ts'
import { createHiddenNumbersOf } from '../../server/src/records/hidden-numbers.ts'
import { createCompanyRecords } from '../../server/src/records/record-counts.ts'
import { BUILT_AT } from '../../server/test/builders/companies.ts'
import type { SeededRandom } from '../../server/test/builders/seeded-random.ts'
import { type TimedQuery, timedDatabase } from '../../server/test/databases/faulty-database.ts'
import { companyId, type GeneratedStore, personName } from './generated-records.ts'
import { median, percentile, repeated, timed } from './timing.ts'

const clock = { now: () => BUILT_AT }
const today = chinaDay(BUILT_AT)
const noHits = { hits: [], total: 0, totalCapped: false, isExact: true, isPartial: false }
const anyDebtor = { subjectType: '自然人', certNo: '', province: '', view: 'current', page: 1, pageSize: 20 } as const
const visitor = { userId: 'u-bench', address: '' }

/** The services of the pages over one database, without HTTP, limits and search index. */
function openServices(pool: Pool, onQuery: (query: TimedQuery, milliseconds: number) => void) {
  const db = timedDatabase(pool, onQuery)
  const readers = { db, clock, includeDemo: true }
  const reference = loadReferenceData({ demo: true })
  const records = createCompanyRecords(readers)
  const companies = createCompanyRepository({ ...readers, reference, records })
  const recordRepository = createRecordRepository(readers)
  const people = {
    index: { search: async () => noHits },
    spendPerson: async () => undefined,
    clock,
    audit: async () => undefined,
  }
  return {
    records,
    companies,
    recordRepository,
    recordPages: createRecordService({ records: recordRepository, clock, reference }),
    indexable: createIndexableRecordsRepository(db, clock),
    contacts: createCompanyContacts({ ...readers, hiddenNumbers: createHiddenNumbersOf(new Uint8Array(32)) }),
    debtors: createDebtorSearchService({ ...people, listings: createDebtorListings(readers) }),
    persons: createPersonDetailService({
      ...people,
      persons: createPersonRepository(readers),
      findCompany: (id) => companies.findDetail(id),
    }),
    events: createCompanyEventRepository(db),
  }
}
type Services = ReturnType<typeof openServices>

/** A company with a record of some kind and one that names a person. */
export type PageCase = {
  company: string
  record: { id: string; kind: RecordKindKey }
  person: string | null
  /** Twenty companies as in a list, a hundred as in 我的关注. */
  twenty: readonly string[]
  hundred: readonly string[]
  debtor: string
  mobile: string
}

const first = { view: 'current', identity: null, facets: new Map<string, string>(), pageSize: 20 } as const

const listOf = ({ recordPages }: Services, { company, record }: PageCase, page: number) =>
  recordPages.list({ ...first, kind: recordKinds[record.kind], companyId: company, page })

async function feedOf({ events, recordRepository }: Services, companies: readonly string[]) {
  const subjects = [...(await recordRepository.findSubjects(companies)).values()]
  const watched = subjects.map((one) => ({ subjects: one, after: 0, fromSeq: 0 }))
  const { events: newest } = await readFeed(events, watched, { today, perKey: 50 })
  return events.findWhole(newest.slice(0, 20).map(({ seq }) => seq))
}

/** What each page reads from the database. */
const pages: Readonly<Record<string, (services: Services, one: PageCase) => Promise<unknown>>> = {
  'company page with its counts': ({ companies }, { company }) => companies.findDetail(company),
  'list of records, page 1': (services, one) => listOf(services, one, 1),
  'list of records, page 50': (services, one) => listOf(services, one, 50),
  'one record': ({ recordPages }, { record, company }) =>
    recordPages.detail({ kind: record.kind, id: record.id, companyId: company }),
  'newest record of a group': ({ recordPages }, { company }) =>
    recordPages.latest({ companyId: company, group: 'legalRisk' }),
  'rows of a search result': ({ companies }, { twenty }) => companies.listSummaries(twenty),
  'risks of a search result': ({ records }, { twenty }) => records.risksOf(twenty),
  'person at a company': async ({ persons }, { company, person }) =>
    person === null ? null : persons.find(visitor, { companyId: company, recordId: person, role: undefined }),
  'search for a debtor': ({ debtors }, { debtor: name }) => debtors.search(visitor, { name, ...anyDebtor }),
  'contacts of a company': ({ contacts }, { company }) => contacts.contactsOf([company]),
  'contacts of a page of 找商机': ({ contacts }, { twenty }) => contacts.contactsOf(twenty),
  'companies with a number': ({ contacts }, { mobile }) => contacts.companiesWith(mobile, { limit: 20, offset: 0 }),
  'events of 100 followed companies': (services, { hundred }) => feedOf(services, hundred),
  'facts of 100 companies for the index': ({ indexable }, { hundred }) => indexable.of(hundred),
}
export const pageNames = Object.keys(pages)

/** Draws cases of companies with numbers from `from` to `to`. */
export async function drawCases(
  pool: Pool,
  random: SeededRandom,
  { store, from, to, count }: { store: GeneratedStore; from: number; to: number; count: number },
): Promise<PageCase[]> {
  const some = (length: number) => Array.from({ length }, () => companyId(1 + random.below(store.companies)))
  const cases: PageCase[] = []
  // Few companies are taken in turn, each once.
  const areFew = to - from < count
  for (let turn = 0; cases.length < count && turn < (areFew ? to - from + 1 : count * 5); turn += 1) {
    const company = companyId(from + (areFew ? turn : random.below(to - from + 1)))
    const { rows } = await pool.query<{ id: string; kind: RecordKindKey; person: string | null }>(
      `select record_id as id, kind, (select p.record_id from record_subject as p
         where p.subject_key = one.subject_key and p.kind = 'keyPerson' limit 1) as person
       from (select record_id, kind, subject_key from record_subject
         where subject_key = (select 'c:' || credit_code from company where id = $1) and kind <> 'contact'
         order by hashtext(record_id) limit 1) as one`,
      [company],
    )
    const [record] = rows
    if (record === undefined) continue
    const { person } = record
    cases.push({
      company,
      record,
      person,
      twenty: some(20),
      hundred: some(100),
      debtor: personName(random.below(store.persons)),
      mobile: `154${String(random.below(Math.min(store.records, 99_999_999))).padStart(8, '0')}`,
    })
  }
  return cases
}

export type PageFigures = {
  p50: number
  p99: number
  max: number
  queries: number
  failed: number
  /** By its p99. */
  slowest: { query: TimedQuery; p50: number; p99: number } | null
}

/** Reads a page for every case, once to warm the database and once measured with empty caches of the process. */
export async function measurePage(pool: Pool, page: string, cases: readonly PageCase[]): Promise<PageFigures> {
  const read = pages[page]
  if (read === undefined) throw new Error(page)
  const byText = new Map<string, { times: number[]; query: TimedQuery }>()
  const onQuery = (query: TimedQuery, milliseconds: number) => {
    const known = byText.get(query.sql) ?? { times: [], query }
    if (milliseconds > Math.max(...known.times)) known.query = query
    known.times.push(milliseconds)
    byText.set(query.sql, known)
  }
  const warming = openServices(pool, () => {})
  for (const one of cases) await read(warming, one).catch(() => {})
  const services = openServices(pool, onQuery)
  let failed = 0
  const times = await repeated(cases.length, (at) =>
    timed(async () => {
      const one = cases[at]
      if (one !== undefined) await read(services, one).catch(() => (failed += 1))
    }),
  )
  const byQuery = Array.from(byText.values(), ({ query, times: of }) => ({
    query,
    count: of.length,
    p50: median(of),
    p99: percentile(of, 0.99),
  }))
  return {
    p50: median(times),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
    queries: byQuery.reduce((sum, { count }) => sum + count, 0) / cases.length,
    failed,
    slowest: byQuery.toSorted((a, b) => b.p99 - a.p99)[0] ?? null,
  }
}
