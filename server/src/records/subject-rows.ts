import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../platform/database/database.ts'
import type { SubjectKey } from './company-subjects.ts'
import { isShown } from './record-visibility.ts'

/** From so many records on, what is told of a company is kept: reading ten thousand takes longer than the rest of a page. */
export const largeResults = { minSize: 1_000 }

/** Which company is meant by a key, and the key's place among its own, the strongest first. All text. */
type Wanted = { company: string; subject_key: string; rank: string }
export type WithWanted = Tables & { wanted: Wanted }

const VALUES_OF_ONE = 3

/** What `withWanted` is given. A company is told by its place. */
export const wantedValues = (companies: readonly { keys: readonly Pick<SubjectKey, 'key'>[] }[]): string[] =>
  companies.flatMap(({ keys }, at) => keys.flatMap(({ key }, rank) => [String(at), key, String(rank)]))

/** `wanted`: the companies that are asked for, and their keys. */
export function withWanted(db: Database, values: readonly string[]): QueryCreator<WithWanted> {
  const rows: RawBuilder<unknown>[] = []
  for (let at = 0; at < values.length; at += VALUES_OF_ONE) {
    rows.push(sql`(${sql.join(values.slice(at, at + VALUES_OF_ONE))})`)
  }
  return db.with('wanted(company, subject_key, rank)', () => sql<Wanted>`(values ${sql.join(rows)})`.$castTo<Wanted>())
}

/**
 * The rows of `record_subject` (as `subject`) that are shown on a day and count for companies of `wanted`: each record once
 * for each of them, whatever keys it stands under.
 */
export const subjectRows = (db: QueryCreator<WithWanted>, today: string) =>
  db
    .selectFrom('wanted')
    // The order in which SQLite joins is then this one: what is meant first, whatever it thinks of their sizes.
    .crossJoin('record_subject as subject')
    .whereRef('subject.subject_key', '=', 'wanted.subject_key')
    .where(isShown(today))
    .where((row) =>
      row.or([
        row('wanted.rank', '=', sql.lit('0')),
        row.not(
          row.exists(
            row
              .selectFrom('wanted as stronger')
              .crossJoin('record_subject as same')
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
