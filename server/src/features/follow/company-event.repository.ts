import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { sql } from 'kysely'
import { personKey } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  compileOnce,
  inJsonArray,
  inJsonArrayText,
  isPostgres,
  joinedRows,
} from '../../platform/database/portable-sql.ts'
import type { CompanyEventTable } from '../../platform/database/tables/follow.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { type ListedEvent, mergeFeed, type ShownEvent, viewOfEvent } from './event-feed.rules.ts'

/** A company whose events are read. `after`: only events with a greater number. */
type WantedEvents = { subjects: CompanySubjects; after: number }
type ReadEventsOptions = {
  perKey: number
  kind?: RecordKindKey | 'fact' | undefined
  /** Only events up to this number; absent: all. */
  until?: number
}

export type StoredEvent = Omit<CompanyEventTable, 'seq'> & { seq: number }

const eventWithoutDay = [
  'event.seq as seq',
  'event.subject_key as subject_key',
  'event.kind as kind',
  'event.change as change',
  'event.record_id as record_id',
  'event.field as field',
  'event.imported_at as imported_at',
  'event.is_late as is_late',
] as const

const ofEvent = sql`record_subject.subject_key = event.subject_key and record_subject.kind = event.kind
  and record_subject.record_id = event.record_id`

const ofRemoval = sql`record.id = event.record_id and event.change = 'removed'`

const ofKind = (column: string, kind: string | undefined) =>
  kind === undefined ? sql`` : sql` and ${sql.ref(column)} = ${kind}`

/** Reads events by the subject keys of companies, as records are read. */
export function createCompanyEventRepository(db: Database) {
  const wanted = (list: string) =>
    isPostgres(db)
      ? sql<{ company_id: string; subject_key: string; after: number }>`(
          select v->>0 as company_id, v->>1 as subject_key, (v->>2)::bigint as "after"
          from json_array_elements(${list}::json) as v)`
      : sql<{ company_id: string; subject_key: string; after: number }>`(
          select json_extract(value, '$[0]') as company_id, json_extract(value, '$[1]') as subject_key,
            json_extract(value, '$[2]') as "after"
          from json_each(${list}))`

  // One lower bound: of two, SQLite seeks by the first and evaluates the other for every row.
  const larger = sql.raw(isPostgres(db) ? 'greatest' : 'max')

  const prepare = (hasKind: boolean) =>
    compileOnce<ListedEvent>(db, ([list = '', perKey = '', until = '', kind = '']) => {
      const only = hasKind ? kind : undefined
      return (
        db
          .selectFrom(wanted(list).as('wanted'))
          // The join order is fixed in SQLite: each key is the end of one range of an index.
          .crossJoin('company_event as event')
          .leftJoin(joinedRows(db, 'record_subject', ofEvent).as('subject'), (join) =>
            join
              .onRef('subject.subject_key', '=', 'event.subject_key')
              .onRef('subject.kind', '=', 'event.kind')
              .onRef('subject.record_id', '=', 'event.record_id'),
          )
          // A withdrawal may take a subject away from its record.
          .leftJoin(joinedRows(db, 'record', ofRemoval).as('record'), (join) =>
            join.onRef('record.id', '=', 'event.record_id').on('event.change', '=', sql.lit('removed')),
          )
          .where(
            sql<boolean>`event.subject_key = wanted.subject_key${ofKind('event.kind', only)}
              and event.seq <= cast(${until} as bigint)
              and event.seq >= ${larger}(wanted."after" + 1, coalesce((
                select newest.seq from company_event as newest
                where newest.subject_key = wanted.subject_key${ofKind('newest.kind', only)}
                  and newest.seq <= cast(${until} as bigint)
                order by newest.seq desc limit 1 offset cast(${perKey} as bigint) - 1), 0))`,
          )
          .select([...eventWithoutDay, 'wanted.company_id as company_id'])
          .select([
            sql<string | null>`case when event.field = 'legalRepresentative' then event.value_before end`.as(
              'person_before',
            ),
            sql<string | null>`case when event.field = 'legalRepresentative' then event.value_after end`.as(
              'person_after',
            ),
            sql<ListedEvent['standing']>`coalesce(subject.standing, record.standing)`.as('standing'),
            sql<string | null>`coalesce(subject.display_until, record.display_until)`.as('display_until'),
            sql<string | null>`coalesce(subject.removed_on, record.removed_on)`.as('removed_on'),
            sql<ListedEvent['is_disputed']>`coalesce(subject.is_disputed, 0)`.as('is_disputed'),
            sql<ListedEvent['is_hidden']>`coalesce(subject.is_hidden, record.is_hidden)`.as('is_hidden'),
          ])
      )
    })
  const [findAll, findOfKind] = [prepare(false), prepare(true)]

  const findSuppressedPersons = compileOnce<{ person_name: string | null }>(db, ([keys = '']) =>
    db.selectFrom('suppression').select('person_name').where('subject_key', 'in', inJsonArrayText(db, keys)),
  )

  const findNewest = compileOnce<{ seq: number }>(db, () =>
    db.selectFrom('company_event').select('seq').orderBy('seq', 'desc').limit(sql.lit(1)),
  )

  return {
    /** The newest `perKey` events of each subject key, in no order. */
    async find(
      companies: readonly WantedEvents[],
      { perKey, kind, until = Number.MAX_SAFE_INTEGER }: ReadEventsOptions,
    ): Promise<ListedEvent[]> {
      const keys = companies.flatMap(({ subjects, after }) =>
        subjects.keys.map(({ key }) => [subjects.company.id, key, after]),
      )
      if (keys.length === 0) return []
      const values = [JSON.stringify(keys), String(perKey), String(until)]
      return kind === undefined ? findAll(values) : findOfKind([...values, kind])
    },

    /** Whole events by their numbers, in no order. */
    findWhole(seqs: readonly number[]): Promise<StoredEvent[]> {
      return seqs.length === 0
        ? Promise.resolve([])
        : db.selectFrom('company_event').selectAll().where('seq', 'in', seqs).execute()
    },

    /** Names that no event of these companies may contain (records/suppressions.ts). */
    async suppressedPersons(companies: readonly CompanySubjects[]): Promise<Set<string>> {
      const keys = companies.flatMap((of) => of.keys.map(({ key }) => key))
      const rows = keys.length === 0 ? [] : await findSuppressedPersons([JSON.stringify(keys)])
      return new Set(rows.flatMap(({ person_name: name }) => (name === null ? [] : [personKey(name)])))
    },

    /** Number of the newest event; 0 for none. */
    newest: async (): Promise<number> => (await findNewest([]))[0]?.seq ?? 0,

    /** Events after a number, oldest first. */
    listAfter: (seq: number, limit: number): Promise<{ seq: number; subject_key: string; is_late: 0 | 1 }[]> =>
      db
        .selectFrom('company_event')
        .select(['seq', 'subject_key', 'is_late'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** Ids of followed companies that these subject keys may refer to. `CompanySubjectsReader` decides. */
    async findFollowed(keys: readonly string[]): Promise<string[]> {
      const valuesOf = (mark: string) =>
        inJsonArray(
          db,
          keys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length)),
        )
      const companies = db.selectFrom('company').select('id')
      const candidates = companies
        .where('credit_code', 'in', valuesOf('c:'))
        .union(companies.where('registration_number', 'in', valuesOf('r:')))
        .union(companies.where('name_key', 'in', valuesOf('n:')))
        .union(
          companies.where(
            'name_key',
            'in',
            db.selectFrom('subject_name').select('name_key').where('subject_key', 'in', inJsonArray(db, keys)),
          ),
        )
      const rows = await db
        .selectFrom('follow')
        .select('company_id')
        .distinct()
        .where('company_id', 'in', candidates)
        .execute()
      return rows.map(({ company_id }) => company_id)
    },
  }
}
export type CompanyEventRepository = ReturnType<typeof createCompanyEventRepository>

/** A company, from which event on its events are read, and when the reader followed it. */
export type Watched = { subjects: CompanySubjects; after: number; fromSeq: number }

type ReadFeedOptions = Parameters<CompanyEventRepository['find']>[1] & { today: string }

/** The newest shown events of companies, newest first. */
export async function readFeed(
  events: CompanyEventRepository,
  watched: readonly Watched[],
  { today, ...options }: ReadFeedOptions,
): Promise<{ events: ShownEvent<ListedEvent>[]; isCut: boolean }> {
  const rows = await events.find(watched, options)
  const namesPersons = rows.some(({ person_before, person_after }) => person_before !== null || person_after !== null)
  const suppressedPersons = namesPersons
    ? await events.suppressedPersons(watched.map(({ subjects }) => subjects))
    : new Set<string>()
  const fromSeqs = new Map(watched.map(({ subjects, fromSeq }) => [subjects.company.id, fromSeq]))
  return mergeFeed(rows, options.perKey, (row) =>
    viewOfEvent(row, { today, fromSeq: fromSeqs.get(row.company_id) ?? 0, suppressedPersons }),
  )
}
