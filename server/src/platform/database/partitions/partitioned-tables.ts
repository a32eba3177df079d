import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Partitions of each table. A query that cannot name its partitions while it is planned plans all of them: 0.4 ms with 16,
 * 1 ms with 32. With 500 million records a partition has 31 million of them (docs/decisions/0070).
 */
export const PARTITIONS = 16

/** Tables that PostgreSQL stores in partitions by the hash of a column, which begins their primary key. */
export const partitionedTables = ['record', 'record_subject'] as const

/** Creates the empty partitions of a table. */
export async function createPartitions(db: QueryExecutorProvider, table: string): Promise<void> {
  for (let at = 0; at < PARTITIONS; at += 1) {
    await sql`create table ${sql.id(`${table}_${String(at).padStart(2, '0')}`)} partition of ${sql.id(table)}
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(at)})`.execute(db)
  }
}
