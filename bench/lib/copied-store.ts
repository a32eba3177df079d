import { Client } from 'pg'
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open-database.ts'
import {
  type CopyStep,
  createPartitionCopy,
} from '../../server/src/platform/database/partitions/copy-into-partitions.ts'
import { beginPartitioning, removePartitions } from '../../server/test/databases/remove-partitions.ts'
import { type GeneratedStore, insertRecords } from './generated-records.ts'
import { percentile, timed } from './timing.ts'

type Postgres = Extract<OpenDatabase, { kind: 'postgres' }>

export type CopyFigures = {
  /** Records a second of the copy alone, without the rests of the server. */
  recordsPerSecond: number
  /** Milliseconds for which writers may wait for a step: half of the steps take less, and the longest. */
  step: { p50: number; max: number }
  /** Records a second that a statement inserts into the tables of before, into those with a mirror, and into partitions. */
  inserts: { plain: number; mirrored: number; partitioned: number }
}

/** Rows that each measured insertion adds. */
const INSERTED = 100_000

/** Inserts records that exist nowhere in the store: they count on from its last. */
async function insertRate(client: Client, store: GeneratedStore, turn: number): Promise<number> {
  const from = store.records + 1 + turn * INSERTED
  const milliseconds = await timed(() => insertRecords(client, store, { from, count: INSERTED }))
  return INSERTED / (milliseconds / 1_000)
}

/** Without the time limit of the pages: the whole store is copied back in one statement. */
async function makeStoreOfBefore({ url: databaseUrl }: Postgres) {
  const unlimited = openDatabase({ databaseUrl, dataDir: '' }, { statementLimit: null })
  await removePartitions(unlimited.db).finally(() => unlimited.close())
}

/** Milliseconds of every step until the copy is done. */
async function timeSteps(step: () => Promise<CopyStep>): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    const startedAt = performance.now()
    const result = await step()
    if (result.type === 'done') return times
    times.push(performance.now() - startedAt)
  }
}

/** Makes a store of before of a generated store, calls `beforeCopy`, and copies it into partitions. */
export async function measureCopy(
  database: Postgres,
  store: GeneratedStore,
  beforeCopy: () => Promise<void>,
): Promise<CopyFigures> {
  const { db, url } = database
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await makeStoreOfBefore(database)
    await client.query('vacuum (analyze)')
    await beforeCopy()
    const plain = await insertRate(client, store, 0)
    await beginPartitioning(db)
    const mirrored = await insertRate(client, store, 1)
    const copyStartedAt = performance.now()
    const steps = await timeSteps(createPartitionCopy(db))
    const copied = performance.now() - copyStartedAt
    const partitioned = await insertRate(client, store, 2)
    await client.query('vacuum (analyze)')
    return {
      recordsPerSecond: (store.records + INSERTED) / (copied / 1_000),
      step: { p50: percentile(steps, 0.5), max: Math.max(...steps) },
      inserts: { plain, mirrored, partitioned },
    }
  } finally {
    await client.end()
  }
}
