import { availableParallelism } from 'node:os'
import type { LoadClass } from '@baiqicha/contract/routes'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'

/** Threads that answer searches: one core is left to everything else. */
export const SEARCH_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Long enough to smooth a burst, short enough that nobody is answered too late. */
const MAX_WAIT_MS = 600
/** Who waits longer would hardly be answered in time: there is more to do than can be done (waiting-line.ts). */
const CALM_MS = 300

const rule = (running: number, capacity: number) => ({
  running,
  waiting: { capacity, maxWaitMs: MAX_WAIT_MS, lifoAfterMs: CALM_MS },
})

/**
 * Each class on its own: a flood of one never takes the places of another. Many may wait, for a client that waits asks
 * nothing else meanwhile, and one that is refused at once is back at once.
 */
export const createAdmissions = (): Record<LoadClass, Admission> => ({
  credentials: createAdmission(rule(16, 512)),
  reads: createAdmission(rule(32, 4_096)),
  // Enough that no thread waits for work; more would wait behind each other after their place was given.
  search: createAdmission(rule(SEARCH_THREADS + 5, 4_096)),
  copies: createAdmission(rule(256, 4_096)),
})
