import { availableParallelism } from 'node:os'
import type { LoadClass } from '@baiqicha/contract/routes'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'

/** Threads that run searches: one core is left for everything else. */
export const SEARCH_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Long enough to smooth a burst, short enough that no response is too late. */
const MAX_WAIT_MS = 600
/** Requests that wait longer would hardly be served in time, because the server is overloaded (request-queue.ts). */
const CALM_MS = 300

const rule = (running: number, capacity: number) => ({
  running,
  waiting: { capacity, maxWaitMs: MAX_WAIT_MS, lifoAfterMs: CALM_MS },
})

/**
 * One admission per load class, so that a flood of one class never takes the slots of another. The queues are long: a
 * waiting client sends nothing else, while a refused client retries at once.
 */
export const createAdmissions = (): Record<LoadClass, Admission> => ({
  credentials: createAdmission(rule(16, 512)),
  reads: createAdmission(rule(32, 4_096)),
  // Enough that no thread idles; more would queue for a thread after their admission.
  search: createAdmission(rule(SEARCH_THREADS + 5, 4_096)),
  copies: createAdmission(rule(256, 4_096)),
})
