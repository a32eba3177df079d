import { Worker } from 'node:worker_threads'
import type { DatabaseLocation } from '../../../platform/database/open-database.ts'
import type { EventStoreLocation } from '../open-event-store.ts'

export type DayRun = { day: string; asOf: number; isClosed: boolean }
type RollUpLocation = DatabaseLocation & EventStoreLocation
export type RollUpRequest = { location: RollUpLocation; run: DayRun }

/** Megabytes of the thread's heap. By default V8 would keep more of the short-lived events. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** Computes the figures of a day in a thread of its own. false: the day has no events. */
export const rollUpInThread =
  ({ databaseUrl, dataDir, trackingUrl }: RollUpLocation) =>
  (run: DayRun): Promise<boolean> => {
    const request: RollUpRequest = { location: { databaseUrl, dataDir, trackingUrl }, run }
    const worker = new Worker(new URL('./roll-up.worker.ts', import.meta.url), { workerData: request, resourceLimits })
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
