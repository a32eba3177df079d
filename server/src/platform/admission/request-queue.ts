export type QueueRule = {
  /** Most that wait at once. */
  capacity: number
  /** Who has waited so long is told to come again. */
  maxWaitMs: number
  /** Once somebody has waited so long, there is more to do than can be done. */
  lifoAfterMs: number
}

/** A line that people wait in. Times are milliseconds of one clock that never runs backwards. */
export interface RequestQueue<T> {
  /** False where the line is full. */
  join(who: T, now: number): boolean
  /** Takes out whose turn it is. */
  next(now: number): T | undefined
  /** Takes out those who have waited too long. */
  expire(now: number): T[]
  /** When somebody will have waited too long; null while nobody waits. */
  expiresAt(): number | null
  isFull(): boolean
  size(): number
}

/**
 * While it is calm, whoever came first is next. Once there is more to do than can be done, whoever came last is: the
 * oldest would be answered when they have hardly any patience left, one after the other, and so would all who follow.
 * As many are answered either way; this way soon.
 */
export function createRequestQueue<T>({ capacity, maxWaitMs, lifoAfterMs }: QueueRule): RequestQueue<T> {
  // Oldest first, so both the next and the expired stand at an end.
  const line: { who: T; since: number }[] = []

  return {
    join(who, now) {
      if (line.length >= capacity) return false
      line.push({ who, since: now })
      return true
    },
    next(now) {
      const [oldest] = line
      const isCalm = oldest === undefined || now - oldest.since <= lifoAfterMs
      return (isCalm ? line.shift() : line.pop())?.who
    },
    expire(now) {
      const firstInTime = line.findIndex(({ since }) => now - since < maxWaitMs)
      return line.splice(0, firstInTime === -1 ? line.length : firstInTime).map(({ who }) => who)
    },
    expiresAt: () => (line[0] === undefined ? null : line[0].since + maxWaitMs),
    isFull: () => line.length >= capacity,
    size: () => line.length,
  }
}
