import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { parseListingFacets } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowsByKey } from '../../platform/database/portable-sql.ts'
import { compileOnce } from '../../platform/database/run-query.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import { type CompanySubjects, createCompanySubjects } from '../../records/company-subjects.ts'
import { createRecordCoverage, isWhole, type RecordFeed } from '../../records/record-coverage.ts'
import { isShown, visibilityInSql } from '../../records/record-visibility.ts'
import { createRecordReader } from '../../records/shown-record.ts'
import type { Listing } from './debtor-search.rules.ts'

const KIND = 'dishonestExecutor'

/** A shown listing under one of the requested subject keys. */
export type KeyedListing = Listing & { key: string }

/** Listings that are read for one name; a name with more has to be narrowed. */
export const LISTING_LIMIT = 5_000

export type DebtorListingsDeps = { db: Database; clock: Clock; includeDemo: boolean }

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
