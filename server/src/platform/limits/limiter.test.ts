import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BucketRule, BucketStore } from './buckets.ts'
import { parseLimits } from './limit-rules.ts'
import { createLimiter } from './limiter.ts'

const { buckets } = parseLimits(readFileSync(new URL('../../../../data/limits.json', import.meta.url), 'utf8'))

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
          buckets: { ...buckets, smsPerMobile: rules },
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
