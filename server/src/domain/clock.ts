/** Milliseconds since 1970, UTC. Always passed in, so that tests can set the time. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
