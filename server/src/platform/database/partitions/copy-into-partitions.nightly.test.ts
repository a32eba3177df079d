import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { type SeededRandom, seededRandom } from '../../../../test/builders/seeded-random.ts'
import { copyDatabase, type PostgresTestDatabase } from '../../../../test/databases/copy-database.ts'
import { openFaultyDatabase } from '../../../../test/databases/faulty-database.ts'
import { beginPartitioning, partitionedNames, removePartitions } from '../../../../test/databases/remove-partitions.ts'
import { dumpRecords, importRecords } from '../../../../test/importers/import-records.ts'
import { recordTable } from '../../../importers/records/record-tables.ts'
import { type BulkSession, openBulkSession } from '../bulk-session.ts'
import type { Database, Tables } from '../database.ts'
import { analyzePartitions, tablesToAnalyze } from './analyze-partitions.ts'
import { createPartitionCopy } from './copy-into-partitions.ts'
import { PARTITIONS } from './partitioned-tables.ts'

/** Several batches of each table. */
const RECORDS = 600
const SMALL_BATCHES = { firstPages: 8 }
const BOTH = ['record', 'record_subject']
const WRITERS = 4

const listings = Array.from({ length: RECORDS }, (_, at) => ({
  name: `第${at}演示有限公司`,
  subjectType: '企业',
  caseNo: `（2025）演0101执${at}号`,
  court: '演示市示例区人民法院',
  province: '演示东省',
  publishDate: '2025-05-06',
}))

const fresh = () => copyDatabase(inject('postgresUrl'), inject('migratedPostgres'))

async function storeOfBefore(): Promise<PostgresTestDatabase> {
  const database = await fresh()
  await importRecords(database, 'dishonestExecutor', listings)
  await removePartitions(database.db)
  await beginPartitioning(database.db)
  return database
}

async function copyAll(db: Database, afterStep: () => Promise<void> = async () => {}) {
  const step = createPartitionCopy(db, SMALL_BATCHES)
  let steps = 0
  for (let result = await step(); result.type !== 'done'; result = await step()) {
    steps += 1
    expect(steps).toBeLessThan(1_000)
    await afterStep()
  }
  return steps
}

/** Copies until the server ends the connection before the statement with this number; false when there are fewer. */
async function copyUntil(database: PostgresTestDatabase, last: number): Promise<boolean> {
  const { db, setBeforeQuery } = openFaultyDatabase(database)
  let statements = 0
  let isEnded = false
  setBeforeQuery(async (connection) => {
    statements += 1
    if (statements !== last) return
    isEnded = true
    const pid = await connection.executeQuery<{ pid: number }>(CompiledQuery.raw('select pg_backend_pid() as pid'))
    await sql`select pg_terminate_backend(${pid.rows[0]?.pid})`.execute(database.db)
  })
  if (
    await copyAll(db).then(
      () => false,
      () => true,
    )
  )
    expect(isEnded).toBe(true)
  return isEnded
}

const program = fileURLToPath(new URL('../../../../test/databases/copy-into-partitions.child.ts', import.meta.url))

/** Copies in a process of its own, which is killed once it has reported this number of steps. */
async function copyInKilledProcess({ location }: PostgresTestDatabase, steps: number) {
  const child = fork(program, [location.databaseUrl ?? ''])
  let reported = 0
  child.on('message', () => {
    reported += 1
    if (reported === steps) child.kill('SIGKILL')
  })
  await once(child, 'exit')
}

type Stored = Selectable<Tables['record']>
type Writer = { db: Database; session: BulkSession | null; random: SeededRandom; ids: readonly string[] }
/** Rows of `record`: as they were stored first, and as they must be now. */
type Rows = { first: ReadonlyMap<string, Stored>; now: Map<string, Stored> }

async function rowsOf(db: Database): Promise<Rows> {
  const rows = await db.selectFrom('record').selectAll().execute()
  return { first: new Map(rows.map((row) => [row.id, row])), now: new Map(rows.map((row) => [row.id, row])) }
}

const inOrder = (rows: Iterable<Stored>) => [...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Deletes, updates, or inserts or replaces a record; importers do the last through their session. */
async function changeOne({ db, session, random, ids }: Writer, { first, now }: Rows) {
  const id = random.pick(ids)
  const before = first.get(id)
  if (before === undefined) throw new Error(id)
  const row = { ...before, updated_at: random.below(1_000_000) }
  const change = random.below(3)
  if (change === 0) {
    await db.deleteFrom('record').where('id', '=', id).execute()
    now.delete(id)
    return
  }
  if (change === 1) {
    await db.updateTable('record').set({ updated_at: row.updated_at }).where('id', '=', id).execute()
    if (now.has(id)) now.set(id, row)
    return
  }
  if (session === null) {
    const { updated_at } = row
    await db
      .insertInto('record')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at }))
      .execute()
  } else {
    await session.transaction(async () => {
      await session.write(recordTable, [row])
      return 'commit'
    })
  }
  now.set(id, row)
}

describe('the partitions of a new store', () => {
  it('hold the records by the hash of their id, and their subjects by that of the key', async () => {
    const database = await fresh()
    const { db } = database
    await importRecords(database, 'dishonestExecutor', listings)
    expect(await partitionedNames(db)).toEqual(BOTH)
    const { rows } = await sql<{ name: string; parts: number; filled: number }>`
      select inhparent::regclass::text as name, count(*)::integer as parts,
        (count(*) filter (where pg_relation_size(inhrelid) > 0))::integer as filled
      from pg_inherits where inhparent in ('record'::regclass, 'record_subject'::regclass)
      group by 1 order by 1`.execute(db)
    expect(rows).toEqual(BOTH.map((name) => ({ name, parts: PARTITIONS, filled: PARTITIONS })))
  })

  it('get the statistics of the whole table once rows were added', async () => {
    const database = await fresh()
    await importRecords(database, 'dishonestExecutor', listings)
    await sql`vacuum`.execute(database.db)
    expect((await tablesToAnalyze(database.db)).toSorted()).toEqual(BOTH)
    await analyzePartitions(database.url, BOTH)
    const { rows } = await sql`select attname from pg_stats
      where tablename = 'record_subject' and inherited and attname = 'subject_key'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(await tablesToAnalyze(database.db)).toEqual([])
  })
})

describe('a store from before partitions', () => {
  it('has the same rows in partitions after the copy, and nothing else is left', async () => {
    const { db } = await storeOfBefore()
    const before = await dumpRecords(db)
    expect(await partitionedNames(db)).toEqual([])
    expect(await copyAll(db)).toBeGreaterThan(6)
    expect(await partitionedNames(db)).toEqual(BOTH)
    expect(await dumpRecords(db)).toEqual(before)
    const { rows: left } =
      await sql`select relname as name from pg_class where relname ~ '_(un)?partitioned$|^partition_copy'
      union all select proname from pg_proc where proname like '%to_partitions'`.execute(db)
    expect(left).toEqual([])
  })

  it('has the same end wherever the server ends the connection', async () => {
    const original = await storeOfBefore()
    const before = await dumpRecords(original.db)
    // A database with connections cannot be copied.
    await original.close()
    const name = new URL(original.location.databaseUrl ?? '').pathname.slice(1)
    for (let last = 1, isEnded = true; isEnded; last += 4) {
      const database = await copyDatabase(inject('postgresUrl'), name)
      isEnded = await copyUntil(database, last)
      await copyAll(database.db)
      expect(await partitionedNames(database.db)).toEqual(BOTH)
      expect(await dumpRecords(database.db), `statement ${last}`).toEqual(before)
      await database.remove()
    }
  }, 300_000)

  it('has the same end when the process is killed again and again', async () => {
    const database = await storeOfBefore()
    const before = await dumpRecords(database.db)
    for (const steps of [1, 2, 3, 1, 2]) await copyInKilledProcess(database, steps)
    await copyAll(database.db)
    expect(await dumpRecords(database.db)).toEqual(before)
  }, 120_000)

  it('has all later changes of processes that write as before, also amid a session of an importer', async () => {
    const database = await storeOfBefore()
    const { db } = database
    const session = await openBulkSession(database, { isLarge: false })
    if (session === null) throw new Error('the import lock is taken')
    const rows = await rowsOf(db)
    const writer = { db, session, random: seededRandom(25), ids: [...rows.first.keys()] }
    await copyAll(db, async () => {
      for (let turn = 0; turn < 10; turn += 1) await changeOne(writer, rows)
    })
    for (let turn = 0; turn < 20; turn += 1) await changeOne(writer, rows)
    await session.close()
    expect(await partitionedNames(db)).toEqual(BOTH)
    expect(inOrder(await db.selectFrom('record').selectAll().execute())).toEqual(inOrder(rows.now.values()))
  }, 120_000)

  it('has all changes of writers that run beside the copy', async () => {
    const { db } = await storeOfBefore()
    const rows = await rowsOf(db)
    const copied = new AbortController()
    const write = async (part: number) => {
      const ids = [...rows.first.keys()].filter((_, at) => at % WRITERS === part)
      const writer = { db, session: null, random: seededRandom(part), ids }
      for (let turn = 0; !copied.signal.aborted && turn < 5_000; turn += 1) await changeOne(writer, rows)
    }
    const copy = copyAll(db).finally(() => copied.abort())
    await Promise.all([copy, ...Array.from({ length: WRITERS }, (_, part) => write(part))])
    expect(inOrder(await db.selectFrom('record').selectAll().execute())).toEqual(inOrder(rows.now.values()))
  }, 120_000)

  it('is copied from the start again when the table was rewritten meanwhile', async () => {
    const { db } = await storeOfBefore()
    const before = await dumpRecords(db)
    const step = createPartitionCopy(db, SMALL_BATCHES)
    await step()
    await sql`delete from record where id in (select id from record order by id limit 50)`.execute(db)
    await sql`vacuum full record`.execute(db)
    await copyAll(db)
    const { records } = await dumpRecords(db)
    expect(records).toHaveLength(RECORDS - 50)
    expect(before.records).toEqual(expect.arrayContaining(records))
  })
})
