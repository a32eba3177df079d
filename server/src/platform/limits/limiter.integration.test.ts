import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { shippedLimits } from '../../../test/http/app.ts'
import { createHmacHasher } from '../crypto/hmac.ts'
import { type BucketRule, type BucketStore, createDatabaseBuckets, createWriteBehindBuckets } from './buckets.ts'
import { parseLimits } from './limit-rules.ts'
import { createLimiter } from './limiter.ts'

const start = 1_700_000_000_000
const buckets = {
  ...shippedLimits().buckets,
  smsPerMobile: [
    { count: 1, seconds: 60 },
    { count: 5, seconds: 3600 },
  ],
}

function limiterOver(store: BucketStore) {
  const clock = { time: start, now: () => clock.time }
  return { clock, limiter: createLimiter({ buckets, store, clock, hmac: createHmacHasher(new Uint8Array(32)) }) }
}

const mobile = { limit: 'smsPerMobile', subject: 'a' } as const
const address = { limit: 'smsPerAddress', subject: '127.0.0.1' } as const

describeBothDatabases('the limiter', (freshDatabase) => {
  const stores = [
    ['the database', async () => createDatabaseBuckets((await freshDatabase()).db)],
    ['the process', async () => createWriteBehindBuckets((await freshDatabase()).db)],
  ] as const

  it.each(stores)('returns the wait to the second, and allows when it is over (in %s)', async (_, open) => {
    const { limiter, clock } = limiterOver(await open())
    expect(await limiter.take([mobile])).toMatchObject({ ok: true })
    clock.time += 17_001
    expect(await limiter.take([mobile])).toMatchObject({
      ok: false,
      error: { limit: 'smsPerMobile', retryAfterSeconds: 43 },
    })
    clock.time = start + 59_999
    expect(await limiter.take([mobile])).toMatchObject({ ok: false, error: { retryAfterSeconds: 1 } })
    clock.time = start + 60_000
    expect(await limiter.take([mobile])).toMatchObject({ ok: true })
  })

  it.each(stores)('spends nothing anywhere when one of several refuses (in %s)', async (_, open) => {
    const { limiter, clock } = limiterOver(await open())
    await limiter.take([mobile])
    for (let refused = 0; refused < 30; refused += 1) {
      expect(await limiter.take([mobile, address])).toMatchObject({ ok: false })
    }
    clock.time += 60_000
    expect(await limiter.take([mobile, address])).toMatchObject({ ok: true })
  })

  it.each(stores)('returns the longest wait of the buckets that refuse (in %s)', async (_, open) => {
    const { limiter, clock } = limiterOver(await open())
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await limiter.take([mobile])).toMatchObject({ ok: true })
      clock.time += 60_000
    }
    // In five minutes 5/12 of an hourly token is refilled.
    expect(await limiter.take([mobile])).toMatchObject({
      ok: false,
      error: { periodSeconds: 3600, retryAfterSeconds: 420 },
    })
  })

  it.each(stores)('refunds a call that does not count (in %s)', async (_, open) => {
    const { limiter } = limiterOver(await open())
    const taken = await limiter.take([mobile])
    expect(taken.ok).toBe(true)
    if (taken.ok) await limiter.giveBack(taken.value)
    expect(await limiter.take([mobile])).toMatchObject({ ok: true })
  })

  it.each(stores)('allows exactly as many of 40 concurrent calls as there are tokens (in %s)', async (_, open) => {
    const { limiter } = limiterOver(await open())
    const answers = await Promise.all(Array.from({ length: 40 }, () => limiter.take([address])))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(20)
  })

  it.each(stores)('allows again after one wait when the clock went back 400 days (in %s)', async (_, open) => {
    const { limiter, clock } = limiterOver(await open())
    await limiter.take([mobile])
    clock.time -= 400 * 86_400_000
    const refused = await limiter.take([mobile])
    expect(refused).toMatchObject({ ok: false })
    if (refused.ok) return
    expect(refused.error.retryAfterSeconds).toBeLessThanOrEqual(3600)
    clock.time += refused.error.retryAfterSeconds * 1000
    expect(await limiter.take([mobile])).toMatchObject({ ok: true })
  })

  it('loads in the next process the buckets that this process flushed', async () => {
    const { db } = await freshDatabase()
    const first = createWriteBehindBuckets(db)
    await limiterOver(first).limiter.take([mobile])
    await first.flush()
    expect(await limiterOver(createWriteBehindBuckets(db)).limiter.take([mobile])).toMatchObject({ ok: false })
  })

  it('counts in one process what another has spent, from its next flush on', async () => {
    const { db } = await freshDatabase()
    const processes = [1, 2, 3].map(() => {
      const store = createWriteBehindBuckets(db)
      return { store, ...limiterOver(store) }
    })
    const take = async (count: number) => {
      let allowed = 0
      for (const { limiter } of processes) {
        for (let at = 0; at < count; at += 1) if ((await limiter.take([address])).ok) allowed += 1
      }
      for (const { store } of processes) await store.flush()
      return allowed
    }
    // 20 an hour; a process learns of the others when it flushes what it has spent itself.
    const allowed = [await take(5), await take(2), await take(1)]
    expect(allowed[0]).toBe(15)
    expect(allowed.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(24)
    expect(await take(20)).toBe(0)
  })

  it('adds what is spent while a flush runs once, and what a flush could not store with the next', async () => {
    const { db } = await freshDatabase()
    const store = createWriteBehindBuckets(db)
    const { limiter } = limiterOver(store)
    for (let at = 0; at < 4; at += 1) await limiter.take([address])
    const flushed = store.flush()
    const again = store.flush()
    for (let at = 0; at < 6; at += 1) await limiter.take([address])
    await Promise.all([flushed, again])
    await store.flush()
    const next = limiterOver(createWriteBehindBuckets(db)).limiter
    const answers = []
    for (let at = 0; at < 20; at += 1) answers.push((await next.take([address])).ok)
    expect(answers.filter(Boolean)).toHaveLength(10)
  })

  it.each(['before a flush', 'while a flush runs'])(
    'gives back with the next flush what is refunded %s',
    async (when) => {
      const { db } = await freshDatabase()
      const store = createWriteBehindBuckets(db)
      const { limiter } = limiterOver(store)
      const taken = await limiter.take([mobile])
      const running = when === 'while a flush runs' ? store.flush() : undefined
      // The flush begins.
      await Promise.resolve()
      if (taken.ok) await limiter.giveBack(taken.value)
      await running
      await store.flush()
      expect(await limiterOver(createWriteBehindBuckets(db)).limiter.take([mobile])).toMatchObject({ ok: true })
    },
  )

  it('does not lose a bucket that leaves the cache before it is flushed', async () => {
    const { db } = await freshDatabase()
    const { limiter } = limiterOver(createWriteBehindBuckets(db, 2))
    await limiter.take([mobile])
    for (const subject of ['b', 'c', 'd']) await limiter.take([{ limit: 'smsPerMobile', subject }])
    expect(await limiter.take([mobile])).toMatchObject({ ok: false })
  })
})

const { buckets: shipped } = parseLimits(readFileSync(new URL('../../../../data/limits.json', import.meta.url), 'utf8'))

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

function memoryStore(): BucketStore {
  const stored = new Map<string, number>()
  return {
    async update(keys, decide) {
      const { store, answer } = decide(keys.map((key) => stored.get(key) ?? null))
      for (const [at, key] of keys.entries()) stored.set(key, store[at] ?? 0)
      return answer
    },
  }
}

/**
 * Model of the limiter: how much of its period a bucket still needs to be full. Elapsed time is subtracted; a clock that is
 * set back adds it again, up to the period.
 */
function modelOf(rules: readonly BucketRule[]) {
  const modelBuckets = rules.map(({ count, seconds }) => {
    const period = seconds * SECOND
    return { period, perToken: period / count, missing: 0 }
  })
  return {
    pass(time: number) {
      for (const bucket of modelBuckets) bucket.missing = Math.min(bucket.period, Math.max(0, bucket.missing - time))
    },
    /** Milliseconds until every bucket has a token. */
    wait: () => Math.max(0, ...modelBuckets.map(({ missing, perToken, period }) => missing + perToken - period)),
    take() {
      for (const bucket of modelBuckets) bucket.missing += bucket.perToken
    },
    giveBack() {
      for (const bucket of modelBuckets) bucket.missing = Math.max(0, bucket.missing - bucket.perToken)
    },
  }
}

const rule = fc.record({ count: fc.integer({ min: 1, max: 20 }), seconds: fc.integer({ min: 1, max: 86_400 }) })
const clockStep = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 60 * SECOND }) },
  { weight: 1, arbitrary: fc.constantFrom(-HOUR, HOUR, 400 * DAY, -400 * DAY) },
)
const act = fc.record({ passes: clockStep, isGivenBack: fc.boolean() })

it('allows what a simple count allows for any clock, and refuses no caller longer than the period', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(rule, { minLength: 1, maxLength: 3, selector: ({ seconds }) => seconds }),
      fc.array(act, { minLength: 1, maxLength: 8 }),
      async (rules, acts) => {
        const clock = { time: 1_700_000_000_000, now: () => clock.time }
        const limiter = createLimiter({
          buckets: { ...shipped, smsPerMobile: rules },
          store: memoryStore(),
          clock,
          hmac: (...parts) => parts.join(' '),
        })
        const longest = Math.max(...rules.map(({ seconds }) => seconds))
        const model = modelOf(rules)
        const take = () => limiter.take([{ limit: 'smsPerMobile', subject: 'caller' }])

        const differences: unknown[] = []
        // An unused bucket is full, even after clock steps.
        for (const { passes, isGivenBack } of [{ passes: 0, isGivenBack: false }, ...acts]) {
          clock.time += passes
          model.pass(passes)
          const wait = model.wait()
          const taken = await take()
          const retryAfter = taken.ok ? 0 : taken.error.retryAfterSeconds
          // Differences below the rounding error are ignored.
          const isClose = Math.abs(wait - Math.round(wait / SECOND) * SECOND) < 0.01
          if (retryAfter > longest || (!isClose && retryAfter !== Math.ceil(wait / SECOND)))
            differences.push({ retryAfter, wait })
          if (taken.ok) model.take()
          if (taken.ok && isGivenBack) {
            await limiter.giveBack(taken.value)
            model.giveBack()
          }
        }

        const last = await take()
        if (!last.ok) clock.time += last.error.retryAfterSeconds * SECOND
        if (!last.ok && !(await take()).ok) differences.push('refused after the returned wait')
        expect(differences).toEqual([])
      },
    ),
    { numRuns: 10_000 },
  )
})
