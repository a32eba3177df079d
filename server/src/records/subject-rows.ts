import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { nameKey } from '../domain/names/company-name.ts'
import type { Database, Tables } from '../platform/database/database.ts'
import { joinedRows } from '../platform/database/portable-sql.ts'
import type { SubjectKey } from './company-subjects.ts'
import { isShown } from './shown-record.ts'

/** Identifying facts that a record states about a subject. */
export type MentionedSubject = { creditCode: string | null; registrationNumber: string | null; name: string | null }

/**
 * Subject key from the strongest stated fact: `c:` credit code, `r:` registration number, `n:` normalised full name;
 * null for none. Keys are resolved to companies at read time, so that files may arrive in any order and a namesake
 * imported later is never linked.
 */
export function subjectKeyOf({ creditCode, registrationNumber, name }: MentionedSubject): string | null {
  if (creditCode !== null) return `c:${creditCode}`
  if (registrationNumber !== null) return `r:${registrationNumber}`
  return name === null ? null : `n:${nameKey(name)}`
}

/** Keys of a company, strongest first. Records under any of them may be about it. */
export function subjectKeysOfCompany(company: {
  credit_code: string | null
  registration_number: string | null
  name_key: string
}): string[] {
  return [
    ...(company.credit_code === null ? [] : [`c:${company.credit_code}`]),
    ...(company.registration_number === null ? [] : [`r:${company.registration_number}`]),
    `n:${company.name_key}`,
  ]
}

/** The codes, numbers or names of the keys with this mark. */
export const valuesWithMark = (keys: readonly string[], mark: 'c:' | 'r:' | 'n:'): string[] =>
  keys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length))

const storedSubjects = z.array(z.tuple([z.string(), z.nullable(z.string())]))

/** Column `subjects` of a record: its subject keys, each with the part of the subject in the record. */
export const readSubjects = (subjects: string) => z.parse(storedSubjects, JSON.parse(subjects))
export const subjectKeysIn = (subjects: string): string[] => readSubjects(subjects).map(([key]) => key)

/** Results of this many records are cached: reading ten thousand takes longer than the rest of a page. */
export const largeResults = { minSize: 1_000 }

/**
 * Company of a subject key, by its index, and the rank of the key among the company's keys, strongest first. All values
 * are text.
 */
type Wanted = { company: string; subject_key: string; rank: string }
type WithWanted = Tables & { wanted: Wanted }

const VALUES_OF_ONE = 3

/** Parameters for `withWanted`. Companies are identified by their index. */
export const wantedValues = (companies: readonly { keys: readonly Pick<SubjectKey, 'key'>[] }[]): string[] =>
  companies.flatMap(({ keys }, at) => keys.flatMap(({ key }, rank) => [String(at), key, String(rank)]))

/** Adds the common table `wanted`: the requested companies with their keys. */
function withWanted(db: Database, values: readonly string[]): QueryCreator<WithWanted> {
  const rows: RawBuilder<unknown>[] = []
  for (let at = 0; at < values.length; at += VALUES_OF_ONE) {
    rows.push(sql`(${sql.join(values.slice(at, at + VALUES_OF_ONE))})`)
  }
  return db.with('wanted(company, subject_key, rank)', () => sql<Wanted>`(values ${sql.join(rows)})`.$castTo<Wanted>())
}

/** So few keys are named as constants too: PostgreSQL then plans their partitions only. Of more it would search each. */
const FEW_KEYS = 8

function constantKeys(values: readonly string[]): RawBuilder<unknown> {
  const keys = values.filter((_, at) => at % VALUES_OF_ONE === 1)
  return keys.length > FEW_KEYS ? sql`` : sql` and record_subject.subject_key in (${sql.join(keys)})`
}

export type SubjectRowsRequest = {
  /** From `wantedValues`. */
  values: readonly string[]
  today: string
  /** Only records of these kinds; absent: of all. */
  kinds?: readonly RecordKindKey[]
}

/**
 * Shown rows of `record_subject` (as `subject`) about the companies in `wanted`: each record once per company, under
 * its strongest key.
 */
export function subjectRows(db: Database, { values, today, kinds }: SubjectRowsRequest) {
  const ofKinds = kinds === undefined ? sql`` : sql` and record_subject.kind in (${sql.join(kinds)})`
  const underKey = sql`record_subject.subject_key = wanted.subject_key${ofKinds}${constantKeys(values)}`
  const underStronger = sql`record_subject.subject_key = stronger.subject_key and record_subject.kind = subject.kind
    and record_subject.record_id = subject.record_id${constantKeys(values)}`
  return (
    withWanted(db, values)
      .selectFrom('wanted')
      // A cross join fixes the join order in SQLite: `wanted` first, whatever the statistics say.
      .crossJoin(joinedRows(db, 'record_subject', underKey).as('subject'))
      .whereRef('subject.subject_key', '=', 'wanted.subject_key')
      .where((row) => (kinds === undefined ? sql.lit(true) : row('subject.kind', 'in', kinds)))
      .where(isShown(today))
      .where((row) =>
        row.or([
          row('wanted.rank', '=', sql.lit('0')),
          row.not(
            row.exists(
              row
                .selectFrom('wanted as stronger')
                .crossJoin(joinedRows(db, 'record_subject', underStronger).as('same'))
                .select(sql`1`.as('one'))
                .whereRef('same.subject_key', '=', 'stronger.subject_key')
                .whereRef('same.kind', '=', 'subject.kind')
                .whereRef('same.record_id', '=', 'subject.record_id')
                .whereRef('stronger.company', '=', 'wanted.company')
                .whereRef('stronger.rank', '<', 'wanted.rank'),
            ),
          ),
        ]),
      )
  )
}
