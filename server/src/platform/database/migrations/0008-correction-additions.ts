import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Assigns the column of the correction to the column of its step. */
const fromCorrection = (column: string) =>
  sql`${sql.ref(column)} = (select ${sql.ref(`c.${column}`)} from correction as c
    where c.number = correction_step.correction_number)`

/** Stores each submission to a correction with its first step or with a step of its own. */
export const correctionAdditions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['reason', 'content', 'statement', 'claimant']) {
      await db.schema.alterTable('correction_step').addColumn(column, 'text').execute()
    }
    await sql`update correction_step set ${sql.join(['reason', 'content', 'statement', 'claimant'].map(fromCorrection))}
      where label = '已受理'`.execute(db)
  },
}
