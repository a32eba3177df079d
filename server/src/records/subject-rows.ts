import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../platform/database/database.ts'
import type { SubjectKey } from './company-subjects.ts'
import { isShown } from './record-visibility.ts'

/** Results of this many records are cached: reading ten thousand takes longer than the rest of a page. */
export const largeResults = { minSize: 1_000 }

/**
 * Company of a subject key, by its index, and the rank of the key among the company's keys, strongest first. All values
 * are text.
 */
type Wanted = { company: string; subject_key: string; rank: string }
export type WithWanted = Tables & { wanted: Wanted }

const VALUES_OF_ONE = 3

/** Parameters for `withWanted`. Companies are identified by their index. */
export const wantedValues = (companies: readonly { keys: readonly Pick<SubjectKey, 'key'>[] }[]): string[] =>
  companies.flatMap(({ keys }, at) => keys.flatMap(({ key }, rank) => [String(at), key, String(rank)]))

/** Adds the common table `wanted`: the requested companies with their keys. */
export function withWanted(db: Database, values: readonly string[]): QueryCreator<WithWanted> {
  const rows: RawBuilder<unknown>[] = []
  for (let at = 0; at < values.length; at += VALUES_OF_ONE) {
    rows.push(sql`(${sql.join(values.slice(at, at + VALUES_OF_ONE))})`)
  }
  return db.with('wanted(company, subject_key, rank)', () => sql<Wanted>`(values ${sql.join(rows)})`.$castTo<Wanted>())
}

/**
 * Shown rows of `record_subject` (as `subject`) about the companies in `wanted`: each record once per company, under
 * its strongest key.
 */
export const subjectRows = (db: QueryCreator<WithWanted>, today: string) =>
  db
    .selectFrom('wanted')
    // A cross join fixes the join order in SQLite: `wanted` first, whatever the statistics say.
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
