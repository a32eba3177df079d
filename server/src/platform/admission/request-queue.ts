export type QueueRule = {
  /** Maximum number of waiting requests. */
  capacity: number
  /** A request that has waited this long is refused with a retry-after. */
  maxWaitMs: number
  /** When the oldest request has waited this long, the queue is overloaded and serves the newest first. */
  lifoAfterMs: number
}

/** Queue of waiting requests (adaptive LIFO). Times are milliseconds of one monotonic clock. */
export interface RequestQueue<T> {
  /** false: the queue is full. */
  join(request: T, now: number): boolean
  /** Removes and returns the next request. */
  next(now: number): T | undefined
  /** Removes and returns the requests that have waited too long. */
  expire(now: number): T[]
  /** When the oldest request will have waited too long; null: the queue is empty. */
  expiresAt(): number | null
  isFull(): boolean
  size(): number
}

/**
 * First in, first out while the queue is not overloaded; then last in, first out. In order of arrival, every request of an
 * overloaded queue would be answered just before its wait limit. As many are answered either way, but the newest soon.
 */
export function createRequestQueue<T>({ capacity, maxWaitMs, lifoAfterMs }: QueueRule): RequestQueue<T> {
  // Oldest first: the next and the expired requests are at the ends.
  const queue: { request: T; since: number }[] = []

  return {
    join(request, now) {
      if (queue.length >= capacity) return false
      queue.push({ request, since: now })
      return true
    },
    next(now) {
      const [oldest] = queue
      const isInTime = oldest === undefined || now - oldest.since <= lifoAfterMs
      return (isInTime ? queue.shift() : queue.pop())?.request
    },
    expire(now) {
      const firstWithinLimit = queue.findIndex(({ since }) => now - since < maxWaitMs)
      return queue.splice(0, firstWithinLimit === -1 ? queue.length : firstWithinLimit).map(({ request }) => request)
    },
    expiresAt: () => (queue[0] === undefined ? null : queue[0].since + maxWaitMs),
    isFull: () => queue.length >= capacity,
    size: () => queue.length,
  }
}
