import { Worker } from 'node:worker_threads'
import { type Clock, chinaDay } from '../../../domain/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DatabaseLocation } from '../../../platform/database/open-database.ts'
import { changesRow } from '../../../platform/database/portable-sql.ts'
import type { Logger } from '../../../platform/log/logger.ts'
import type { EventStoreLocation } from '../open-event-store.ts'
import type { EventStore } from '../tracked-event.ts'
import { forgetPeople } from './roll-up.ts'

/** Today is computed at most this often, by one process. */
const TODAY_MS = 5 * 60_000
/** A process that ends while it computes a day lets another one do so after this. */
const CLAIM_MS = 10 * 60_000
/** A day is closed this long after midnight: events of its last visits arrive late. */
const CLOSING_MS = 60 * 60_000
/** A person who was not seen for this long is new again. */
const KNOWN_MS = 180 * 86_400_000

type RollUpDeps = { db: Database; clock: Clock; rollUpDay: (run: DayRun) => Promise<boolean> }

export function createRollUp({ db, clock, rollUpDay }: RollUpDeps) {
  let running: Promise<unknown> = Promise.resolve()

  /** Whether this process may compute the day now. */
  async function claim(day: string, ms: number, computedBefore: number): Promise<boolean> {
    const now = clock.now()
    await db
      .insertInto('tracking_day')
      .values({ day, as_of: null, is_closed: 0, claimed_until: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db
      .updateTable('tracking_day')
      .set({ claimed_until: now + ms })
      .where('day', '=', day)
      .where('claimed_until', '<=', now)
      .where((row) => row.or([row('as_of', 'is', null), row('as_of', '<=', computedBefore)]))
      .$call(changesRow)
  }

  const run = (request: DayRun) => {
    const started = rollUpDay(request)
    running = Promise.allSettled([running, started])
    return started
  }

  return {
    /** Computes today unless it was computed within five minutes or another process does so. A failure leaves the older figures. */
    async refreshToday(): Promise<void> {
      const now = clock.now()
      const day = chinaDay(now)
      if (!(await claim(day, TODAY_MS, now - TODAY_MS))) return
      await run({ day, asOf: now, isClosed: false })
    },
    /** Computes a day that is over. `again`: also one that was computed. false: nothing was computed. */
    async closeDay(day: string, again = false): Promise<boolean> {
      const state = await db.selectFrom('tracking_day').select('is_closed').where('day', '=', day).executeTakeFirst()
      if (state?.is_closed === 1 && !again) return false
      const now = clock.now()
      if (!(await claim(day, CLAIM_MS, now))) return false
      try {
        return await run({ day, asOf: Date.parse(`${day}T24:00:00+08:00`), isClosed: true })
      } finally {
        await db.updateTable('tracking_day').set({ claimed_until: 0 }).where('day', '=', day).execute()
      }
    },
    /** Deletes the keys of people who were not seen for half a year. */
    forgetOldPeople: (): Promise<void> => forgetPeople(db, chinaDay(clock.now() - KNOWN_MS)),
    whenIdle: async (): Promise<void> => void (await running),
  }
}
export type RollUp = ReturnType<typeof createRollUp>

type ClosingDeps = { store: EventStore; clock: Clock; rollUp: RollUp; log: Logger }

/** Computes the days that are over and were not computed. A day that fails stays missing and does not stop the others. */
export async function closeDays({ store, clock, rollUp, log }: ClosingDeps): Promise<void> {
  const open = chinaDay(clock.now() - CLOSING_MS)
  for (const day of await store.days()) {
    if (day >= open) continue
    try {
      await rollUp.closeDay(day)
    } catch (error) {
      log.warn('day-not-rolled-up', { detail: day, error })
    }
  }
  await rollUp.forgetOldPeople()
}

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
