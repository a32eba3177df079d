import type { OpenDatabase } from '../platform/database/open-database.ts'
import { analyzePartitions, tablesToAnalyze } from '../platform/database/partitions/partitioned-tables.ts'
import type { Logger } from '../platform/log/logger.ts'
import { repeat } from './jobs.ts'

const EVERY_MS = 60_000

/** Renews the statistics of partitioned tables. The returned function stops it and waits for a running renewal. */
export function renewPartitionStatistics(database: OpenDatabase, log: Logger): () => Promise<void> {
  if (database.kind === 'sqlite') return async () => {}
  const { db, url } = database
  let running = Promise.resolve()

  async function run() {
    const tables = await tablesToAnalyze(db)
    await analyzePartitions(url, tables)
    for (const table of tables) log.info('table-analysed', { detail: table })
  }

  const stop = repeat({
    name: 'partition-statistics',
    everyMs: EVERY_MS,
    run: () => {
      running = run()
      return running
    },
    log,
  })
  return async () => {
    stop()
    await running.catch(() => {})
  }
}
