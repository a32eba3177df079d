import { statfs } from 'node:fs/promises'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type OperationMonitor, SAMPLE_MS } from '../platform/operations/operation-monitor.ts'
import type { CompanySearch } from '../search/company-search.ts'
import type { Admissions } from './admission-rules.ts'
import { repeat } from './jobs.ts'

type SampleRequest = {
  monitor: OperationMonitor
  dataDir: string
  admission: Admissions
  index: Pick<CompanySearch, 'state'>
  db: Database
  log: Logger
}

/** The free share of the disk of a folder; null: not known. */
const freeShare = (folder: string) =>
  statfs(folder).then(
    ({ bavail, blocks }) => bavail / blocks,
    () => null,
  )

/** Ends a sample every ten seconds, and stores the minutes that are over. */
export function repeatSamples({ monitor, dataDir, admission, index, db, log }: SampleRequest): () => void {
  return repeat({
    name: 'sample-operations',
    everyMs: SAMPLE_MS,
    async run() {
      const { lagSeconds, segments, waiting } = index.state()
      const queues = Object.values(admission).reduce((sum, one) => sum + one.state().waiting, waiting)
      const memory = process.memoryUsage.rss()
      monitor.sample({ lagSeconds, segments, waiting: queues, memory, freeDisk: await freeShare(dataDir) })
      await monitor.flush(db, log)
    },
    log,
  })
}
