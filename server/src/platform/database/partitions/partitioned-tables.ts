import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../database.ts'
import { withPostgres } from '../postgres/postgres-pool.ts'

/** Share by which the rows of a table may change before its statistics are renewed. */
const CHANGED_SHARE = 0.1

/**
 * Partitioned tables whose number of rows is not the one in their statistics. PostgreSQL analyses partitions by itself,
 * and never the whole table.
 */
export async function tablesToAnalyze(db: Database): Promise<string[]> {
  const names = sql.join(partitionedTables.map((name) => sql`${name}::regclass`))
  const { rows } = await sql<{ name: string }>`
    select parent.relname as name
    from pg_class as parent
    join pg_inherits on inhparent = parent.oid
    join pg_class as part on part.oid = inhrelid
    where parent.oid in (${names}) and parent.relkind = 'p'
    group by parent.relname, parent.reltuples
    having abs(sum(greatest(part.reltuples, 0)) - greatest(parent.reltuples, 0))
      > ${sql.lit(CHANGED_SHARE)} * greatest(parent.reltuples, 1)`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Renews the statistics of partitioned tables: without them PostgreSQL estimates a two-hundredth of all rows for one
 * company. Uses a connection of its own, because reading the sample of a large table takes minutes.
 */
export async function analyzePartitions(connectionString: string, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await withPostgres(connectionString, async (client) => {
    for (const name of tables) await client.query(`begin; set local statement_timeout = 0; analyze ${name}; commit`)
  })
}

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
