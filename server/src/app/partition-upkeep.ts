import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { analyzePartitions, tablesToAnalyze } from '../platform/database/partitions/analyze-partitions.ts'
import { createPartitionCopy } from '../platform/database/partitions/copy-into-partitions.ts'
import type { Logger } from '../platform/log/logger.ts'
import { repeat } from './maintenance.ts'

const EVERY_MS = 60_000
/** Milliseconds until a step that found writers or another process at work is tried again. */
const WAIT_MS = 5_000

/**
 * Copies the records of an older PostgreSQL store into partitions while the server answers, and renews statistics. The
 * returned function stops it and waits for the running step.
 */
export function startPartitionUpkeep(database: OpenDatabase, log: Logger): () => Promise<void> {
  if (database.kind === 'sqlite') return async () => {}
  const { db, url } = database
  const step = createPartitionCopy(db)
  const stopping = new AbortController()
  let running = Promise.resolve()

  async function analyze(tables: readonly string[]) {
    await analyzePartitions(url, tables)
    for (const table of tables) log.info('table-analysed', { detail: table })
  }

  /** Rests after each step as long as it took: half of the time is left to readers and writers. */
  async function copyAll() {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const result = await step()
      if (result.type === 'done') return
      if (result.type === 'copied') await analyze([result.table])
      const rest = result.type === 'waiting' ? WAIT_MS : performance.now() - startedAt
      await sleep(rest, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  async function run() {
    await copyAll()
    if (!stopping.signal.aborted) await analyze(await tablesToAnalyze(db))
  }

  const stop = repeat({
    name: 'partition-upkeep',
    everyMs: EVERY_MS,
    run: () => {
      running = run()
      return running
    },
    log,
  })
  return async () => {
    stop()
    stopping.abort()
    await running.catch(() => {})
  }
}
