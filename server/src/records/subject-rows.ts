import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { CompanySubjects } from './company-subjects.ts'
import { isShown } from './record-fate.ts'

/** Values of `meant`, as text: which company, which of its keys, and the key's place, the strongest first. */
const VALUES_OF_ONE = 3

/** What `subjectRows` is given, after the day. */
export const meantValues = (companies: readonly Pick<CompanySubjects, 'keys'>[]): string[] =>
  companies.flatMap(({ keys }, at) => keys.flatMap(({ key }, rank) => [String(at), key, String(rank)]))

/**
 * The rows of `record_subject` (as `told`) that count for companies, each record once for each of them whatever keys it
 * stands under, with `company` and `rank` of `meant` and the record's `fate` on that day.
 */
export function subjectRows(db: Database, today: string, values: readonly string[]) {
  const tuples: RawBuilder<unknown>[] = []
  for (let at = 0; at < values.length; at += VALUES_OF_ONE) {
    tuples.push(sql`(${sql.join(values.slice(at, at + VALUES_OF_ONE))})`)
  }
  return (
    db
      .with('meant(company, subject_key, rank)', () =>
        sql<{ company: string; subject_key: string; rank: string }>`(values ${sql.join(tuples)})`.$castTo<{
          company: string
          subject_key: string
          rank: string
        }>(),
      )
      .selectFrom('meant')
      // The order in which SQLite joins is then this one: what is meant first, whatever it thinks of their sizes.
      .crossJoin('record_subject as told')
      .whereRef('told.subject_key', '=', 'meant.subject_key')
      .where(isShown(today))
      .where((row) =>
        row.or([
          row('meant.rank', '=', sql.lit('0')),
          row.not(
            row.exists(
              row
                .selectFrom('meant as stronger')
                .crossJoin('record_subject as same')
                .select(sql`1`.as('one'))
                .whereRef('same.subject_key', '=', 'stronger.subject_key')
                .whereRef('same.kind', '=', 'told.kind')
                .whereRef('same.record_id', '=', 'told.record_id')
                .whereRef('stronger.company', '=', 'meant.company')
                .whereRef('stronger.rank', '<', 'meant.rank'),
            ),
          ),
        ]),
      )
  )
}
