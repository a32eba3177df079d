import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SearchQuery } from '@baiqicha/contract/company-search'
import { SEARCH_THREADS } from '../../server/src/app/admission-rules.ts'
import type { FollowerThreadData } from '../../server/src/app/index-follower.worker.ts'
import { systemClock } from '../../server/src/domain/clock.ts'
import { createCompanyRepository } from '../../server/src/features/company/company.repository.ts'
import { createCompanySearchService } from '../../server/src/features/company/company-search.service.ts'
import { createIndexableRecordsRepository } from '../../server/src/features/company/indexable-records.repository.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { createLogger } from '../../server/src/platform/log/logger.ts'
import { loadReferenceData } from '../../server/src/platform/reference-data.ts'
import { createCompanyRecords } from '../../server/src/records/record-counts.ts'
import { openEmbeddedCompanySearch } from '../../server/src/search/embedded-company-search.ts'
import { startFollowerThread } from '../../server/src/search/refresh/index-follower-thread.ts'

const QUEUE = 256
const followerModule = new URL('../../server/src/app/index-follower.worker.ts', import.meta.url)

/**
 * The search service of the route without HTTP, over the database and index of a store, with the same threads as in the
 * server. No server may run on the store.
 */
export async function openInProcessSearch(dataDir: string) {
  const log = createLogger('error', (line) => process.stderr.write(line))
  const database = openDatabase({ dataDir })
  const data: FollowerThreadData = { directory: path.join(dataDir, 'index'), location: { dataDir }, demoData: true }
  const index = openEmbeddedCompanySearch({
    workers: SEARCH_THREADS,
    queueLimit: QUEUE,
    startFollower: startFollowerThread({ module: followerModule, data, log }),
    clock: systemClock,
    log,
  })
  const reference = loadReferenceData({ demo: true })
  const readers = { db: database.db, clock: systemClock, includeDemo: true }
  const companies = createCompanyRepository({ ...readers, reference, records: createCompanyRecords(readers) })
  const records = createIndexableRecordsRepository(readers.db, systemClock)
  const service = createCompanySearchService({ index, companies, records, isHiddenNumber: async () => false })
  while (!index.state().ready) await wait(50)
  const close = async () => {
    await index.close()
    await database.close()
  }
  return { search: (query: SearchQuery) => service.search(query), close }
}

/** Calls per second of this many callers, each of which waits for its answer before the next call. */
export async function rateOf(act: (at: number) => Promise<unknown>, callers: number, seconds: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000
  let next = 0
  let answered = 0
  const caller = async () => {
    while (performance.now() < endsAt) {
      await act(next++)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answered / seconds
}
