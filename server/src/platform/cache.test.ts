import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLargeResultCache, createStaleIfErrorCache, createTtlValue, lazy, memoize } from './cache.ts'

const createClock = () => {
  const clock = { time: 1_000_000, now: () => clock.time }
  return clock
}

function openStaleIfError() {
  const clock = createClock()
  const stale: unknown[] = []
  const get = createStaleIfErrorCache<number>({
    clock,
    ttlMs: 100,
    slowMs: 5,
    timeoutMs: 500,
    onStale: (error) => stale.push(error),
  })
  return { clock, stale, get }
}

const failing = () => Promise.reject(new Error('away'))
const hanging = () => new Promise<number>(() => {})

/** Advances the timers by `slowMs` or `timeoutMs`, then awaits the call. */
async function after<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  return call
}

describe('createStaleIfErrorCache', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('returns a copy within its time to live and loads again after it', async () => {
    const { get, clock } = openStaleIfError()
    expect(await get('a', async () => 1)).toBe(1)
    clock.time += 100
    expect(await get('a', async () => 2)).toBe(1)
    clock.time += 1
    expect(await get('a', async () => 2)).toBe(2)
  })

  it.each([
    ['fails', failing],
    ['hangs', hanging],
  ])('returns the stale copy and calls onStale when the source %s', async (_, source) => {
    const { get, clock, stale } = openStaleIfError()
    await get('a', async () => 1)
    clock.time += 1000
    expect(await after(5, get('a', source))).toBe(1)
    expect(stale).toHaveLength(1)
  })

  it('returns the stale copy as long as the source fails, and the new value once it answers', async () => {
    const { get, clock } = openStaleIfError()
    await get('a', async () => 1)
    clock.time += 1000
    expect([await get('a', failing), await get('a', failing)]).toEqual([1, 1])
    expect(await get('a', async () => 2)).toBe(2)
  })

  it('waits for a slow load once, and caches its value when it arrives', async () => {
    const { get, clock } = openStaleIfError()
    await get('a', async () => 1)
    clock.time += 1000
    const { promise, resolve: arrive } = Promise.withResolvers<number>()
    const late = () => promise
    expect(await after(5, get('a', late))).toBe(1)
    expect(await after(0, get('a', late))).toBe(1)
    arrive(2)
    expect(await after(0, get('a', failing))).toBe(2)
  })

  it('loads again after a load has timed out', async () => {
    const { get, clock } = openStaleIfError()
    await get('a', async () => 1)
    clock.time += 1000
    await after(500, get('a', hanging))
    expect(await get('a', async () => 2)).toBe(2)
  })

  it('throws the error of the load when there is no copy', async () => {
    await expect(openStaleIfError().get('a', failing)).rejects.toThrow('away')
  })

  it('answers 503 for a load that times out when there is no copy', async () => {
    const { get } = openStaleIfError()
    const refused = expect(get('a', hanging)).rejects.toMatchObject({ status: 503 })
    await after(500, refused)
  })

  it('loads once for concurrent calls', async () => {
    const { get } = openStaleIfError()
    let loads = 0
    const source = async () => ++loads
    await Promise.all(Array.from({ length: 20 }, () => get('a', source)))
    expect(loads).toBe(1)
  })

  it('loads again when the clock was set back', async () => {
    const { get, clock } = openStaleIfError()
    await get('a', async () => 1)
    clock.time -= 1_000_000
    expect(await get('a', async () => 2)).toBe(2)
  })
})

function openTtlValue() {
  const clock = createClock()
  let loads = 0
  return { clock, get: createTtlValue({ clock, ttlMs: 1_000, load: async () => ++loads }) }
}

describe('createTtlValue', () => {
  it('loads once within its time to live', async () => {
    const { clock, get } = openTtlValue()
    expect(await get()).toBe(1)
    clock.time += 1_000
    expect(await get()).toBe(1)
    clock.time += 1
    expect(await get()).toBe(2)
  })

  it('loads again when the cached value is not sufficient', async () => {
    const { get } = openTtlValue()
    await get()
    expect(await get((value) => value > 1)).toBe(2)
    expect(await get((value) => value > 1)).toBe(2)
  })

  it('loads again when the clock was set back', async () => {
    const { clock, get } = openTtlValue()
    await get()
    clock.time -= 1
    expect(await get()).toBe(2)
  })
})

function openLargeResults() {
  const cached = createLargeResultCache<number[]>({ sizeOf: (list) => list.length, minSize: 3, maxSize: 8 })
  let loads = 0
  /** A list of this length, filled with the number of loads so far. */
  const get = (key: string, length: number) =>
    cached(key, async () => {
      loads += 1
      return Array.from({ length }, () => loads)
    })
  return { get, cached }
}

describe('createLargeResultCache', () => {
  it('returns a large result again for its key', async () => {
    const { get } = openLargeResults()
    expect(await get('a', 3)).toEqual([1, 1, 1])
    expect(await get('a', 3)).toEqual([1, 1, 1])
    expect(await get('b', 3)).toEqual([2, 2, 2])
  })

  it('loads a small result for every call', async () => {
    const { get } = openLargeResults()
    expect(await get('a', 2)).toEqual([1, 1])
    expect(await get('a', 2)).toEqual([2, 2])
    expect(await get('b', 0)).toEqual([])
  })

  it('loads once for concurrent calls', async () => {
    const { get } = openLargeResults()
    expect(await Promise.all([get('a', 2), get('a', 2)])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('removes the least recently used result first', async () => {
    const { get } = openLargeResults()
    await get('a', 4)
    await get('b', 4)
    await get('a', 4)
    await get('c', 4)
    expect(await get('a', 4)).toEqual([1, 1, 1, 1])
    expect(await get('b', 4)).toEqual([4, 4, 4, 4])
  })

  it('does not cache a failed load', async () => {
    const { get, cached } = openLargeResults()
    await expect(cached('a', () => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
    expect(await get('a', 3)).toEqual([1, 1, 1])
  })
})

describe('memoize', () => {
  it('computes once per argument', () => {
    const computed: string[] = []
    const lengthOf = memoize((text) => computed.push(text))
    expect([lengthOf('a'), lengthOf('b'), lengthOf('a')]).toEqual([1, 2, 1])
    expect(computed).toEqual(['a', 'b'])
  })

  it('caches no more results than its maximum', () => {
    const computed: string[] = []
    const lengthOf = memoize((text) => computed.push(text), 2)
    for (const text of ['a', 'b', 'c', 'a']) lengthOf(text)
    expect(computed).toEqual(['a', 'b', 'c', 'a'])
  })
})

describe('lazy', () => {
  it('loads once for all calls', async () => {
    let loads = 0
    const get = lazy(async () => ++loads)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(await get()).toBe(1)
  })

  it('loads again after a failure', async () => {
    const results = [() => Promise.reject(new Error('missing')), async () => 'loaded']
    const get = lazy(async () => results.shift()?.() ?? '')
    await expect(get()).rejects.toThrow('missing')
    expect(await get()).toBe('loaded')
  })
})

it('a large result that is evicted while it loads still reaches its callers', async () => {
  const cached = createLargeResultCache<readonly string[]>({ sizeOf: ({ length }) => length, minSize: 2, maxSize: 10 })
  const loading = Promise.withResolvers<readonly string[]>()
  const slow = cached('slow', () => loading.promise)
  for (const key of 'abcdefghi') await cached(key, async () => ['1', '2', '3', '4'])
  loading.resolve(['x', 'y'])
  expect(await slow).toEqual(['x', 'y'])
})
