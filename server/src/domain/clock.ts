/** Milliseconds since 1970, UTC. Always passed in, so that tests can set the time. */
export type Clock = { now(): number }

/** Most by which the clocks of two processes differ: what one of them stores is read by another, to which it may be younger than now. */
export const PROCESS_DIFFERENCE_MS = 2_000

export const systemClock: Clock = { now: () => Date.now() }
