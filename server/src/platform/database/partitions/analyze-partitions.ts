import { Client, type Pool } from 'pg'
import { partitionedTables } from './partitioned-tables.ts'

/** Share by which the rows of a table may change before its statistics are renewed. */
const CHANGED_SHARE = 0.1

/** Tables whose number of rows is not the one in their statistics. PostgreSQL analyses partitions, never the whole table. */
const changedTables = `
  select parent.relname as name
  from pg_class as parent
  join pg_inherits on inhparent = parent.oid
  join pg_class as part on part.oid = inhrelid
  where parent.oid = any($1::regclass[]::oid[]) and parent.relkind = 'p'
  group by parent.relname, parent.reltuples
  having abs(sum(greatest(part.reltuples, 0)) - greatest(parent.reltuples, 0))
    > ${CHANGED_SHARE} * greatest(parent.reltuples, 1)`

/** Partitioned tables whose statistics are missing or old. */
export async function tablesToAnalyze(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(changedTables, [partitionedTables.map(({ name }) => name)])
  return rows.map(({ name }) => name)
}

/**
 * Renews the statistics of partitioned tables: without them PostgreSQL estimates a two-hundredth of all rows for one
 * company. Uses a connection of its own, because reading the sample of a large table takes minutes.
 */
export async function analyzePartitions(pool: Pool, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  const client = new Client({ connectionString: pool.options.connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const name of tables) await client.query(`begin; set local statement_timeout = 0; analyze ${name}; commit`)
  } finally {
    await client.end()
  }
}
