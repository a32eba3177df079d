import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../domain/clock.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { type DatabaseLocation, openDatabase } from '../platform/database/open-database.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import { startIndexFollower } from '../search/refresh/index-follower.ts'
import { followThroughPort } from '../search/refresh/index-follower-port.ts'

/** What the thread is started with. */
export type FollowerThreadData = {
  directory: string
  location: DatabaseLocation
  /** Whether demonstration companies are found. */
  demoData: boolean
  /** Turns from 0 to 1 when the records can be read; without it they can. */
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
/** Answers come first. Only Linux gives a thread a priority of its own; elsewhere this would slow the whole process. */
const LOW_PRIORITY = 10
/** Not before the index that is there is in use: a start does not wait for what has time. */
let looks = 0
const countLook = () => {
  looks += 1
  if (looks !== 2) return
  if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)
  flushCompileCache()
}

followThroughPort(port, (log, { use, checked }) =>
  startIndexFollower(
    { directory, source, pronunciation, clock: systemClock, log },
    {
      use,
      checked: (look) => {
        countLook()
        checked(look)
      },
    },
  ),
)
