import { LRUCache } from 'lru-cache'
import type { Clock } from '../domain/clock.ts'
import { inTime, withDeadline } from './http/refusal.ts'

type Load<T> = () => Promise<T>

/**
 * Options of an `LRUCache` whose entries become stale after `ttlMs`. A clock that is set back makes every entry stale:
 * otherwise an entry could stay fresh for as long as the clock was set back by.
 */
export function ttlOptions(clock: Clock, ttlMs: number) {
  let last = clock.now()
  let added = 0
  const now = () => {
    const read = clock.now()
    if (read < last) added += last - read + ttlMs + 1
    last = read
    return read + added
  }
  return { ttl: ttlMs, ttlResolution: 0, perf: { now } }
}

/** Limit of an `LRUCache` with many small entries: for `max`, lru-cache allocates every slot at once. */
export const entriesUpTo = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })

/** Copies of one cache; the least recently used is removed first. */
const MAX_COPIES = 200

type StaleIfErrorOptions = {
  clock: Clock
  /** Within this time a copy is returned without loading again. */
  ttlMs?: number
  /** After this time the stale copy, if there is one, is returned instead of waiting for the load. */
  slowMs?: number
  /** After this time a load counts as failed, and the next call loads again. */
  timeoutMs?: number
  /** Called when a stale copy is returned. */
  onStale?: (error: unknown) => void
}

/**
 * Cache that returns the last copy while its source fails or is slow (`stale-if-error` of RFC 5861). Concurrent calls
 * for one key share one load. Without a copy the error of the load is thrown, and a load that times out is a 503.
 */
export function createStaleIfErrorCache<T extends {}>(
  options: StaleIfErrorOptions,
): (key: string, load: Load<T>) => Promise<T> {
  const { clock, ttlMs = 5_000, slowMs = 250, timeoutMs = 3_000, onStale } = options
  /** Keys whose running load has exceeded `slowMs`: no call waits for it again. */
  const slow = new Set<string>()
  const cache = new LRUCache<string, T, Load<T>>({
    max: MAX_COPIES,
    ...ttlOptions(clock, ttlMs),
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: (key, _copy, { context: load }) => inTime(load(), timeoutMs).finally(() => slow.delete(key)),
  })

  return async (key, load) => {
    const copy = cache.get(key, { allowStale: true })
    if (copy !== undefined && cache.has(key)) return copy
    const loading = cache.forceFetch(key, { context: load })
    if (copy === undefined) return loading
    const waitMs = slow.has(key) ? 0 : slowMs
    const onSlow = () => {
      slow.add(key)
      return new Error(`no answer within ${slowMs} ms`)
    }
    return withDeadline(loading, waitMs, onSlow).catch((error: unknown) => {
      onStale?.(error)
      return copy
    })
  }
}

type TtlValueOptions<T> = { clock: Clock; ttlMs: number; load: Load<T> }

/** One value, loaded again after `ttlMs`, or at once when the cached value is not `sufficient` for the caller. */
export function createTtlValue<T extends {}>({ clock, ttlMs, load }: TtlValueOptions<T>) {
  const cache = new LRUCache<'value', T>({ max: 1, ...ttlOptions(clock, ttlMs), fetchMethod: load })
  return async (sufficient: (value: T) => boolean = () => true): Promise<T> => {
    const value = await cache.forceFetch('value')
    return sufficient(value) ? value : cache.forceFetch('value', { forceRefresh: true })
  }
}

type LargeResultOptions<T> = {
  /** Size of a result, in the unit of `minSize` and `maxSize`. */
  sizeOf: (value: T) => number
  /** Results below this size are loaded for every call: loading them is cheap, and they would crowd out the others. */
  minSize: number
  /** Total size of the cached results; the least recently used is removed first. */
  maxSize: number
}

/**
 * Cache of large results. Entries never expire: the key names the revision of the data. Concurrent calls share one
 * load.
 */
export function createLargeResultCache<T extends {}>({
  sizeOf,
  minSize,
  maxSize,
}: LargeResultOptions<T>): (key: string, load: Load<T>) => Promise<T> {
  const cache = new LRUCache<string, T, Load<T>>({
    maxSize,
    // lru-cache refuses the size 0.
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
    // An entry that is evicted while it loads must not fail the calls that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _copy, { context: load }) => load(),
  })
  return async (key, load) => {
    const value = await cache.forceFetch(key, { context: load })
    if (sizeOf(value) < minSize) cache.delete(key)
    return value
  }
}

/** The function with its results cached by its argument; the least recently used is removed first. */
export function memoize<T extends {}>(compute: (text: string) => T, max = 1_000): (text: string) => T {
  const cache = new LRUCache<string, T>({ max, memoMethod: compute })
  return (text) => cache.memo(text)
}

/** Loads with the first call and caches the value. After a failure the next call loads again. */
export function lazy<T extends {}>(load: Load<T>): Load<T> {
  const cache = new LRUCache<'value', T>({ max: 1, fetchMethod: load })
  return () => cache.forceFetch('value')
}
