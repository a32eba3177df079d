import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../database.ts'
import { dropReplaced, namesOf, type PartitionedTable, partitionedTables, switchTables } from './partitioned-tables.ts'

/** Any number that all processes share. A transaction holds it, so that pooled connections are enough. */
const ADVISORY_LOCK = 727_463_025
/** Milliseconds that a step waits for writers, and for which further writers then wait behind it. */
const LOCK_TIMEOUT = 1_000
/** Milliseconds that the switch of names waits, for which readers too wait behind it. */
const SWITCH_TIMEOUT = 200
const [FEWEST_PAGES, FIRST_PAGES, MOST_PAGES] = [8, 128, 1_024]
/** Milliseconds that a batch should take: writers of the table wait for its end. */
const [SHORT_BATCH, LONG_BATCH] = [100, 300]

/** Codes of PostgreSQL: the lock was not granted in time; the statement took too long. */
const [LOCK_NOT_AVAILABLE, QUERY_CANCELED] = ['55P03', '57014']

type Copy = { table_name: string; state: 'copying' | 'copied' | 'switched'; filenode: number; next_page: number }

/**
 * `waiting`: another process copies, or writers were not done in time. `copied`: the last row is in partitions, so that the
 * statistics of `table` can be computed before it is read. `done`: every table is partitioned.
 */
export type CopyStep = { type: 'stepped' | 'waiting' | 'done' } | { type: 'copied'; table: string }

/** Tables that are not done, in their order; the table of them exists as long as there is one. */
async function copiesIn(tx: QueryExecutorProvider): Promise<readonly Copy[]> {
  const { rows } = await sql`select 1 where to_regclass('partition_copy') is not null`.execute(tx)
  if (rows.length === 0) return []
  return (await sql<Copy>`select * from partition_copy order by table_name`.execute(tx)).rows
}

/** Whether the table is read from its start again: it was rewritten or restored, so that its pages are others. */
const startOf = (copy: Copy, filenode: number) => (copy.filenode === filenode ? copy.next_page : 0)

/**
 * Copies some pages of a table. Later changes of its rows are mirrored by a trigger; writers wait meanwhile, so that no
 * row is copied after it was deleted.
 */
async function copyPages(
  tx: QueryExecutorProvider,
  copy: Copy,
  { name }: PartitionedTable,
  pages: number,
): Promise<CopyStep> {
  await sql`lock table ${sql.id(name)} in share mode`.execute(tx)
  const { rows } = await sql<{ filenode: number; pages: number }>`
    select pg_relation_filenode(${name}::regclass)::bigint as filenode,
      pg_relation_size(${name}::regclass) / current_setting('block_size')::bigint as pages`.execute(tx)
  const [size] = rows
  if (size === undefined) throw new Error(`no table ${name}`)
  const from = startOf(copy, size.filenode)
  const to = Math.min(from + pages, size.pages)
  await sql`insert into ${sql.id(namesOf({ name }).copy)} select * from ${sql.id(name)}
    where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid on conflict do nothing`.execute(tx)
  await sql`update partition_copy set next_page = ${to}, filenode = ${size.filenode},
    state = ${to === size.pages ? 'copied' : 'copying'} where table_name = ${name}`.execute(tx)
  return to === size.pages ? { type: 'copied', table: namesOf({ name }).copy } : { type: 'stepped' }
}

async function switchNames(tx: QueryExecutorProvider, table: PartitionedTable): Promise<CopyStep> {
  await sql`set local lock_timeout = ${sql.lit(SWITCH_TIMEOUT)}`.execute(tx)
  await sql`lock table ${sql.id(table.name)} in access exclusive mode`.execute(tx)
  await switchTables(tx, table)
  await sql`update partition_copy set state = 'switched' where table_name = ${table.name}`.execute(tx)
  return { type: 'stepped' }
}

/** In a transaction of its own: deleting the files of a large table takes seconds. */
async function finish(tx: QueryExecutorProvider, table: PartitionedTable): Promise<CopyStep> {
  await dropReplaced(tx, table)
  await sql`delete from partition_copy where table_name = ${table.name}`.execute(tx)
  if ((await copiesIn(tx)).length === 0) await sql`drop table partition_copy`.execute(tx)
  return { type: 'stepped' }
}

async function stepWithin(tx: QueryExecutorProvider, pages: number): Promise<CopyStep> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
  const locked = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)}) as locked`
    .execute(tx)
    .then(({ rows }) => rows[0]?.locked === true)
  if (!locked) return { type: 'waiting' }
  const [copy] = await copiesIn(tx)
  const table = partitionedTables.find(({ name }) => name === copy?.table_name)
  if (copy === undefined || table === undefined) return { type: 'done' }
  if (copy.state === 'copying') return copyPages(tx, copy, table, pages)
  return copy.state === 'copied' ? switchNames(tx, table) : finish(tx, table)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Moves the rows of a PostgreSQL store from before migration 0025 into partitions. Every step is one short transaction, so
 * that a process may end anywhere and any process goes on from there.
 */
export function createPartitionCopy(
  db: Database,
  { firstPages = FIRST_PAGES }: { firstPages?: number } = {},
): () => Promise<CopyStep> {
  let pages = firstPages
  return async () => {
    const startedAt = performance.now()
    try {
      const step = await db.transaction().execute((tx) => stepWithin(tx, pages))
      const took = performance.now() - startedAt
      if (took < SHORT_BATCH) pages = Math.min(pages * 2, MOST_PAGES)
      if (took > LONG_BATCH) pages = Math.max(Math.floor(pages / 2), FEWEST_PAGES)
      return step
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE && codeOf(error) !== QUERY_CANCELED) throw error
      pages = Math.max(Math.floor(pages / 2), FEWEST_PAGES)
      return { type: 'waiting' }
    }
  }
}
