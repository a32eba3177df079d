import type { PersonDetail } from '@baiqicha/contract/people'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { parseListingFacets, personKey, SOURCE_PERSON_MARK } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { compileOnce, inJsonArray, rowsByKey } from '../../platform/database/portable-sql.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import { type CompanySubjects, createCompanySubjects } from '../../records/company-subjects.ts'
import { createRecordCoverage, isWhole, type RecordFeed } from '../../records/record-coverage.ts'
import { createMentionedCompanies } from '../../records/record-links.ts'
import { createRecordReader, isShown, type StoredRecord, visibilityInSql } from '../../records/shown-record.ts'
import { type Listing, officeKinds, positionKinds } from './people.rules.ts'

const KIND = 'dishonestExecutor'

/** A shown listing under one of the requested subject keys. */
export type KeyedListing = Listing & { key: string }

/** Listings that are read for one name; a name with more has to be narrowed. */
export const LISTING_LIMIT = 5_000

type DebtorListingsDeps = { db: Database; clock: Clock; includeDemo: boolean }

/** Reads 失信被执行人 by subject key. Days are YYYY-MM-DD in China Standard Time. */
export function createDebtorListings({ db, clock, includeDemo }: DebtorListingsDeps) {
  const findRows = compileOnce(db, ([today = '', keys = '']) =>
    db
      .selectFrom(rowsByKey(db, 'record_subject', keys, sql`kind = ${KIND}`).as('subject'))
      .select(['subject_key as key', 'record_id as recordId', 'facets'])
      .select(visibilityInSql(today).as('view'))
      .where(isShown(today))
      .orderBy('published_on', (by) => by.desc().nullsLast())
      .orderBy('record_id')
      .limit(sql.lit(LISTING_LIMIT + 1)),
  )

  const subjects = createCompanySubjects(db, includeDemo)
  const coverages = createRecordCoverage(db, clock)

  return {
    /** Records by id, in no order. */
    findRecords: createRecordReader(db),
    /** Sources by id. */
    findSources: createSourceReader(db, clock),
    /** Subject keys of companies, by id. */
    findSubjects: (ids: readonly string[]) => subjects.find(ids),

    /** Newest first; at most one more than LISTING_LIMIT. */
    async find(keys: readonly string[], today: string): Promise<KeyedListing[]> {
      if (keys.length === 0) return []
      const rows = await findRows([today, JSON.stringify(keys)])
      return rows.map(({ key, recordId, facets, view }) => ({ key, recordId, view, marks: parseListingFacets(facets) }))
    },

    /** Subject keys that records state for companies of this exact name. */
    async keysOfName(name: string): Promise<string[]> {
      const key = nameKey(name)
      const stated = await db
        .selectFrom('subject_name')
        .select('subject_key')
        .where('name_key', '=', key)
        .limit(20)
        .execute()
      return [`n:${key}`, ...stated.map(({ subject_key }) => subject_key)]
    },

    /**
     * Sources of the kind that cover each of the companies, newest first; null: one of them is not covered. Without companies:
     * sources that cover every company and person.
     */
    async coveringFeeds(
      companies: readonly CompanySubjects['company'][],
      isDemo: boolean,
    ): Promise<RecordFeed[] | null> {
      if (companies.length === 0) {
        const all = isDemo && !includeDemo ? [] : await coverages.feedsCovering(KIND, { is_demo: isDemo ? 1 : 0 })
        return all.length === 0 ? null : all
      }
      const coverageOf = await coverages.forCompanies()
      const covered = companies.map((company) => coverageOf(company)(KIND))
      return covered.every(isWhole) ? covered.flatMap(({ feeds }) => feeds) : null
    },
  }
}
export type DebtorListings = ReturnType<typeof createDebtorListings>

/** Records of one company, of positions and of listings each, that are searched for a person, newest first. */
const RECORDS = 500
/** Records of one person at other companies. */
const ELSEWHERE = 50

type PersonRepositoryDeps = { db: Database; clock: Clock; includeDemo: boolean }

/** Reads what states something of a person at a company. Days are YYYY-MM-DD in China Standard Time. */
export function createPersonRepository({ db, clock, includeDemo }: PersonRepositoryDeps) {
  const readRecords = createRecordReader(db)
  const subjects = createCompanySubjects(db, includeDemo)
  const coverages = createRecordCoverage(db, clock)

  async function recordsUnder(keys: readonly string[], kinds: readonly string[], today: string, limit: number) {
    const rows = await db
      .selectFrom(
        rowsByKey(db, 'record_subject', JSON.stringify(keys), sql`kind in (${sql.join(kinds)})`).as('subject'),
      )
      .select('record_id')
      .distinct()
      .select('published_on')
      .where(isShown(today))
      .orderBy('published_on', (by) => by.desc().nullsLast())
      .orderBy('record_id')
      .limit(limit)
      .execute()
    const ids = rows.map(({ record_id }) => record_id)
    const place = new Map(ids.map((id, at) => [id, at]))
    const records = await readRecords(ids)
    return records.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  }

  return {
    findSubjects: (ids: readonly string[]) => subjects.find(ids),
    findSources: createSourceReader(db, clock),

    /** For how many of the kinds that name persons in an office sources cover the company. */
    async recordCoverageOf({ company }: CompanySubjects): Promise<NonNullable<PersonDetail['recordCoverage']>> {
      const coverage = await coverages.ofCompany(company)
      const covered = officeKinds.filter((kind) => isWhole(coverage(kind)))
      if (covered.length === officeKinds.length) return 'all'
      return covered.length === 0 ? 'none' : 'some'
    },

    /** Shown records about the company that state positions or name persons in an office, newest first. */
    async ofCompany(keys: readonly string[], today: string): Promise<StoredRecord[]> {
      if (keys.length === 0) return []
      const [positions, named] = await Promise.all(
        // Apart, so that many listings never leave out a position.
        [positionKinds, officeKinds].map((kinds) => recordsUnder(keys, kinds, today, RECORDS)),
      )
      return [...(positions ?? []), ...(named ?? [])]
    },

    /** Shown records of any company with one of these hashed keys of a source. */
    identified: (personKeys: readonly string[], today: string): Promise<StoredRecord[]> =>
      personKeys.length === 0
        ? Promise.resolve([])
        : recordsUnder(
            personKeys.map((key) => `${SOURCE_PERSON_MARK}${key}`),
            positionKinds,
            today,
            ELSEWHERE,
          ),

    /** Companies of records by their subject keys. */
    async companiesOf(keys: readonly string[]) {
      return subjects.find(await createMentionedCompanies(db)(keys))
    },

    /** Those of the subject keys of companies under which a person of this name is suppressed. */
    async suppressedAt(keys: readonly string[], name: string): Promise<Set<string>> {
      const rows = await db
        .selectFrom('suppression')
        .select(['subject_key', 'person_name'])
        .where('subject_key', 'in', inJsonArray(db, keys))
        .execute()
      const isNamed = (person: string | null) => person !== null && personKey(person) === personKey(name)
      return new Set(rows.flatMap((row) => (isNamed(row.person_name) ? (row.subject_key ?? []) : [])))
    },
  }
}
export type PersonRepository = ReturnType<typeof createPersonRepository>
