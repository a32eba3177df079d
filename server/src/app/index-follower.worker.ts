import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../domain/clock.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { type DatabaseLocation, openDatabase } from '../platform/database/open-database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import { startIndexFollower } from '../search/refresh/index-follower.ts'
import { followThroughPort } from '../search/refresh/index-follower-port.ts'
import { collectInThread } from '../search/segment/segment-part.ts'
import type { SegmentPartData } from './segment-part.worker.ts'

/** Data that the thread is started with. */
export type FollowerThreadData = {
  directory: string
  location: DatabaseLocation
  /** Whether demonstration companies are indexed. */
  demoData: boolean
  /** Changes from 0 to 1 when the database can be read; without it the database can be read at once. */
  mayFollow?: Int32Array<SharedArrayBuffer>
}

const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { directory, location, demoData, mayFollow }: FollowerThreadData = workerData

const pronunciation = loadPronunciation()
const reference = loadReferenceData({ demo: demoData })
if (mayFollow !== undefined) Atomics.wait(mayFollow, 0, 0)

const { db } = openDatabase(location)
const source = createCompanySource({ db, clock: systemClock, reference, includeDemo: demoData })
const partData: SegmentPartData = { location, demoData }
const collectPart = collectInThread(new URL('./segment-part.worker.ts', import.meta.url), partData)
/**
 * Queries have priority over the follower. Only Linux has a priority per thread; elsewhere this would slow the whole
 * process.
 */
const LOW_PRIORITY = 10
/**
 * Counts checks for changes. The second one happens after the existing index is in use, so work that is not urgent does
 * not delay the start.
 */
let checks = 0
const countCheck = () => {
  checks += 1
  if (checks !== 2) return
  if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)
}

followThroughPort(port, (log, { use, checked }) =>
  startIndexFollower(
    { directory, source, pronunciation, clock: systemClock, log, collectPart },
    {
      use,
      checked: (look) => {
        countCheck()
        checked(look)
      },
    },
  ),
)
