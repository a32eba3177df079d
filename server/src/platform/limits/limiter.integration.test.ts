import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { shippedLimits } from '../../../test/http/app.ts'
import { createHmacHasher } from '../crypto/hmac.ts'
import { type BucketStore, createDatabaseBuckets, createWriteBehindBuckets } from './buckets.ts'
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
