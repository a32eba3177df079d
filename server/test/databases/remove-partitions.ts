import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'
import { partitions } from '../../src/platform/database/migrations/0025-partitions.ts'
import { namesOf, partitionedTables } from '../../src/platform/database/partitions/partitioned-tables.ts'

/** Makes the tables of records those of a store from before migration 0025, with the same rows. */
export async function removePartitions(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name, primaryKey } of partitionedTables) {
      const { copy, replaced } = namesOf({ name })
      await sql`alter table ${sql.id(name)} rename to ${sql.id(replaced)}`.execute(tx)
      await sql`create table ${sql.id(name)} (like ${sql.id(replaced)} including defaults)`.execute(tx)
      await sql`insert into ${sql.id(name)} select * from ${sql.id(replaced)}`.execute(tx)
      await sql`drop table ${sql.id(replaced)}`.execute(tx)
      const key = sql.join(primaryKey.map((column) => sql.id(column)))
      await sql`alter table ${sql.id(name)} add constraint ${sql.id(`${name}_key`)} primary key (${key})`.execute(tx)
      await sql`drop table if exists ${sql.id(copy)}`.execute(tx)
    }
  })
}

/** Runs migration 0025 as a start does. */
export const beginPartitioning = (db: Database) =>
  db.transaction().execute((tx) => partitions.up(tx.withTables<Record<string, never>>()))

/** Names of the tables of records that are partitioned. */
export async function partitionedNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relkind = 'p'
    and relname in (${sql.join(partitionedTables.map(({ name }) => name))}) order by relname`.execute(db)
  return rows.map(({ name }) => name)
}
