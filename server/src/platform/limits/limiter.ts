import type { Clock } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Hmac } from '../crypto/hmac.ts'
import { remember } from '../remember.ts'
import type { BucketStore } from './bucket-store.ts'
import { type LimitName, type Limits, limitNames } from './limit-rules.ts'
import { type BucketRule, clamp, giveBack, spend, waitFor } from './token-bucket.ts'

/** One token to be spent: which limit, and whose. */
export type Spend = { limit: LimitName; subject: string }

type Bucket = { key: string; limit: LimitName; rule: BucketRule }

/** What was spent, to be given back should it turn out not to count. */
export type Receipt = { buckets: readonly Bucket[] }

export type Limited = { type: 'limited'; limit: LimitName; periodSeconds: number; retryAfterSeconds: number }

export interface Limiter {
  /** Spends all or nothing. Of several refusals the longest wait is told. */
  take(spends: readonly Spend[]): Promise<Result<Receipt, Limited>>
  giveBack(receipt: Receipt): Promise<void>
}

type LimiterParts = {
  buckets: Limits['buckets']
  store: BucketStore
  clock: Clock
  hmac: Hmac
  /** Subjects whose sealed keys are kept in memory, where sealing one would cost as much as all else: never numbers. */
  remembered?: number
}

export function createLimiter({ buckets: rules, store, clock, hmac, remembered = 0 }: LimiterParts): Limiter {
  function bucketsFor(limit: LimitName) {
    // A table of limits must not be a list of mobile numbers and addresses.
    const sealSubject = (subject: string) => hmac('limit', limit, subject).slice(0, 32)
    const sealed = remembered > 0 ? remember(sealSubject, remembered) : sealSubject
    return (subject: string): Bucket[] =>
      rules[limit].map((rule) => ({ key: `${limit}/${rule.seconds}/${sealed(subject)}`, limit, rule }))
  }
  const byLimit = new Map(limitNames.map((limit) => [limit, bucketsFor(limit)]))

  const bucketsOf = (spends: readonly Spend[]): Bucket[] =>
    spends.flatMap(({ limit, subject }) => byLimit.get(limit)?.(subject) ?? [])

  return {
    async take(spends) {
      const buckets = bucketsOf(spends)
      const refusal = await store.update(keysOf(buckets), (fullAt) => {
        const now = clock.now()
        const longest = longestWait(buckets, (bucket, index) => waitFor(fullAt[index] ?? null, bucket.rule, now))
        const after = longest === null ? spend : clamp
        return { store: buckets.map(({ rule }, index) => after(fullAt[index] ?? null, rule, now)), answer: longest }
      })
      return refusal === null ? ok({ buckets }) : failed(refusal)
    },

    async giveBack({ buckets }) {
      await store.update(keysOf(buckets), (fullAt) => {
        const now = clock.now()
        return { store: buckets.map(({ rule }, index) => giveBack(fullAt[index] ?? null, rule, now)), answer: null }
      })
    },
  }
}

const keysOf = (buckets: readonly Bucket[]) => buckets.map((bucket) => bucket.key)

function longestWait(buckets: readonly Bucket[], wait: (bucket: Bucket, index: number) => number): Limited | null {
  const waits = buckets.map((bucket, index) => ({ bucket, milliseconds: wait(bucket, index) }))
  const longest = waits.reduce<(typeof waits)[number] | null>(
    (found, next) => (next.milliseconds > (found?.milliseconds ?? 0) ? next : found),
    null,
  )
  if (longest === null) return null
  const { limit, rule } = longest.bucket
  return {
    type: 'limited',
    limit,
    periodSeconds: rule.seconds,
    retryAfterSeconds: Math.ceil(longest.milliseconds / 1000),
  }
}
