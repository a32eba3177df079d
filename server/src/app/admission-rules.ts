import type { Server } from 'node:http'
import { availableParallelism } from 'node:os'
import type { LoadClass } from '@baiqicha/contract/routes'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'

/** Threads that run searches: one core is left for everything else. */
export const SEARCH_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Long enough to smooth a burst, short enough that no response is too late. */
const MAX_WAIT_MS = 600
/** Requests that wait longer would hardly be served in time, because the server is overloaded (admission.ts). */
const CALM_MS = 300
/** Few enough that what has arrived is read every few milliseconds; many enough that turns cost nothing. */
const STARTS_PER_TURN = 8
/** So many connections are accepted, one per turn, before requests start. */
const ACCEPTED_FIRST = 32

const withoutTurns = (running: number, capacity: number) => ({
  running,
  waiting: { capacity, maxWaitMs: MAX_WAIT_MS, lifoAfterMs: CALM_MS },
})

const rule = (running: number, capacity: number) => ({
  ...withoutTurns(running, capacity),
  startsPerTurn: STARTS_PER_TURN,
})

/** Classes of the calls outside the route table. */
export const otherAdmissionClasses = ['uploads', 'dataExports', 'leadExports', 'batchFiles', 'metrics'] as const
export type AdmissionClass = LoadClass | (typeof otherAdmissionClasses)[number]
export type Admissions = Record<AdmissionClass, Admission>

/**
 * One admission per load class, so that a flood of one class never takes the slots of another. The queues are long: a
 * waiting client sends nothing else, while a refused client retries at once.
 */
export const createAdmissions = (): Admissions => ({
  credentials: createAdmission(rule(16, 512)),
  reads: createAdmission(rule(32, 4_096)),
  // One reads as much as many pages: what others ask comes between two of them.
  graph: createAdmission({ ...withoutTurns(1, 1_024), startsPerTurn: 1 }),
  // Enough that no thread idles; more would queue for a thread after their admission.
  search: createAdmission(rule(SEARCH_THREADS + 5, 4_096)),
  copies: createAdmission(rule(256, 4_096)),
  // A few: such a request costs little, and what waits would only delay the pages.
  tracking: createAdmission(rule(32, 512)),
  // An answer reads as much as several pages; with a model it waits for it most of the time.
  assistant: createAdmission(rule(20, 128)),
  // At most 16 pictures are in memory at once, 80 MB. Waiting clients have not sent their picture yet.
  uploads: createAdmission(withoutTurns(16, 64)),
  // An export reads every table of a user; other calls go before it.
  dataExports: createAdmission(withoutTurns(2, 16)),
  // One export reads as much as many searches, so these go before it.
  leadExports: createAdmission(withoutTurns(1, 16)),
  // A file of a list reads as much as many pages.
  batchFiles: createAdmission(withoutTurns(1, 16)),
  metrics: createAdmission(withoutTurns(1, 16)),
})

/**
 * Lets the event loop accept connections before it starts requests. libuv accepts one connection per turn: after a burst of
 * thousands, the last ones would otherwise wait for as many turns of work, unseen by any queue. Every so many connections
 * a turn starts requests all the same, so that a flood of connections leaves about half of the time for answers.
 */
export function yieldToConnections(server: Server, admissions: readonly Admission[]): void {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
    if (accepted % ACCEPTED_FIRST === 0) return
    for (const admission of admissions) admission.yieldTurn()
  })
}
