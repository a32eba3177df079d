import { Worker } from 'node:worker_threads'
import type { DatabaseLocation } from '../../../platform/database/open-database.ts'
import type { EventStoreLocation } from '../open-event-store.ts'

export type DayRun = { day: string; asOf: number; isClosed: boolean }
type RollUpLocation = DatabaseLocation & EventStoreLocation
export type RollUpRequest = { location: RollUpLocation; run: DayRun }

/** Megabytes of the thread's heap. By default V8 would keep more of the short-lived events. */
const ofUsualDay = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 160 }
/** A day of about three million events needs more. */
const ofLargeDay = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 2_048 }

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function runThread(workerData: RollUpRequest, resourceLimits: typeof ofUsualDay): Promise<boolean> {
  const worker = new Worker(new URL('./roll-up.worker.ts', import.meta.url), { workerData, resourceLimits })
  return new Promise((resolve, reject) => {
    let hasEvents = false
    worker.on('message', (answer: unknown) => {
      if (typeof answer === 'boolean') hasEvents = answer
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (code === 0) resolve(hasEvents)
      else reject(new Error('the thread that computes figures ended'))
    })
  })
}

/** Computes the figures of a day in a thread of its own. false: the day has no events. */
export const rollUpInThread =
  ({ databaseUrl, dataDir, trackingUrl }: RollUpLocation) =>
  async (run: DayRun): Promise<boolean> => {
    const request: RollUpRequest = { location: { databaseUrl, dataDir, trackingUrl }, run }
    try {
      return await runThread(request, ofUsualDay)
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      return runThread(request, ofLargeDay)
    }
  }
