import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'
import {
  createPartitions,
  dropReplaced,
  mirrorChanges,
  partitionedTables,
  switchTables,
} from '../partitions/partitioned-tables.ts'

async function isEmpty(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(db)
  return rows.length === 0
}

/**
 * Creates the partitioned tables of records in PostgreSQL. They replace empty tables at once. Beside tables with rows they
 * only repeat the changes from now on: a running server copies the rows in batches and then switches the names
 * (partitions/copy-into-partitions.ts), while processes of this release and of the release before read and write the
 * existing tables.
 */
export const partitions: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return
    for (const table of partitionedTables) {
      await sql`lock table ${sql.id(table.name)} in share row exclusive mode`.execute(db)
      await createPartitions(db, table)
      if (await isEmpty(db, table.name)) {
        await switchTables(db, table)
        await dropReplaced(db, table)
      } else {
        await mirrorChanges(db, table)
        await sql`create table if not exists partition_copy (
          table_name text primary key, state text not null, filenode bigint not null, next_page bigint not null
        )`.execute(db)
        await sql`insert into partition_copy values (${table.name}, 'copying', 0, 0)`.execute(db)
      }
    }
  },
}
