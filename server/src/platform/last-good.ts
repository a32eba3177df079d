import type { Clock } from '../domain/clock.ts'
import { withDeadline } from './http/deadline.ts'

type LastGoodParts = {
  clock: Clock
  /** For so long a copy is served without asking again. */
  freshMs?: number
  /** A source slower than this is answered for by the copy, if there is one. */
  patienceMs?: number
  /** A source that has not answered by then is asked anew. */
  abandonMs?: number
  capacity?: number
  /** Told when a copy stands in for a source that failed. */
  onStale?: (error: unknown) => void
}

type Copy<T> = { value: T; at: number }
type Loading<T> = { promise: Promise<T>; since: number }

class TooSlow extends Error {}

/**
 * Keeps the last good answer for each key: served while fresh, and for as long as the source fails or hangs.
 * Many callers at once ask the source once.
 */
export function createLastGood<T>(parts: LastGoodParts): (key: string, load: () => Promise<T>) => Promise<T> {
  const { clock, freshMs = 5_000, patienceMs = 250, abandonMs = 3_000, capacity = 200, onStale } = parts
  // Least recently loaded first.
  const copies = new Map<string, Copy<T>>()
  const loading = new Map<string, Loading<T>>()

  const isWithin = (since: number, milliseconds: number) => {
    const age = clock.now() - since
    return age >= 0 && age < milliseconds
  }

  function keep(key: string, value: T) {
    copies.delete(key)
    copies.set(key, { value, at: clock.now() })
    const [oldest] = copies.keys()
    if (copies.size > capacity && oldest !== undefined) copies.delete(oldest)
  }

  function start(key: string, load: () => Promise<T>): Loading<T> {
    const started: Loading<T> = {
      since: clock.now(),
      promise: load()
        .then((value) => {
          keep(key, value)
          return value
        })
        .finally(() => {
          if (loading.get(key) === started) loading.delete(key)
        }),
    }
    loading.set(key, started)
    return started
  }

  return async (key, load) => {
    const copy = copies.get(key)
    if (copy !== undefined && isWithin(copy.at, freshMs)) return copy.value
    const running = loading.get(key)
    // One that hangs is not waited for again and again, and in the end given up for a new one.
    const current = running !== undefined && isWithin(running.since, abandonMs) ? running : start(key, load)
    if (copy === undefined) return current.promise
    const patience = isWithin(current.since, patienceMs) ? patienceMs - (clock.now() - current.since) : 0
    try {
      return await withDeadline(current.promise, patience, () => new TooSlow())
    } catch (error) {
      onStale?.(error)
      return copy.value
    }
  }
}
