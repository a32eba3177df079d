import { LRUCache } from 'lru-cache'
import type { Clock } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { entriesUpTo } from '../cache.ts'
import type { Hmac } from '../crypto/hmac.ts'
import { type BucketRule, type BucketStore, clamp, giveBack, spend, waitFor } from './buckets.ts'
import type { LimitName, Limits } from './limit-rules.ts'

/** Tokens to spend, one unless stated: the limit, and the subject that it counts. */
export type Spend = { limit: LimitName; subject: string; tokens?: number }

type Bucket = { key: string; limit: LimitName; rule: BucketRule; tokens: number }

/** The spent tokens, for `giveBack` when the call turns out not to count. */
export type Receipt = { buckets: readonly Bucket[] }

export type Limited = { type: 'limited'; limit: LimitName; periodSeconds: number; retryAfterSeconds: number }

export type Limiter = ReturnType<typeof createLimiter>

type LimiterDeps = {
  buckets: Limits['buckets']
  store: BucketStore
  clock: Clock
  hmac: Hmac
  /**
   * Subjects whose HMAC is cached, for limits where computing it would cost as much as all else. 0: none. Mobile numbers
   * are never cached.
   */
  cachedSubjects?: number
}

export function createLimiter({ buckets: rules, store, clock, hmac, cachedSubjects = 0 }: LimiterDeps) {
  // A table of limits must not be a list of mobile numbers and addresses.
  const hmacOf = ({ limit, subject }: Spend) => hmac('limit', limit, subject).slice(0, 32)
  const hmacs =
    cachedSubjects === 0
      ? null
      : new LRUCache<string, string, Spend>({
          ...entriesUpTo(cachedSubjects),
          memoMethod: (_key, _stale, { context }) => hmacOf(context),
        })

  const bucketsOf = (spends: readonly Spend[]): Bucket[] =>
    spends.flatMap((one) => {
      const { limit, subject, tokens = 1 } = one
      const subjectKey = hmacs?.memo(`${limit} ${subject}`, { context: one }) ?? hmacOf(one)
      return rules[limit].map((rule) => ({ key: `${limit}/${rule.seconds}/${subjectKey}`, limit, rule, tokens }))
    })

  return {
    /** All-or-nothing. Returns the longest retry-after of the buckets that refused. */
    async take(spends: readonly Spend[]): Promise<Result<Receipt, Limited>> {
      const buckets = bucketsOf(spends)
      const refusal = await store.update(keysOf(buckets), (fullAt) => {
        const now = clock.now()
        const longest = longestWait(buckets, (bucket, index) =>
          waitFor(fullAt[index] ?? null, bucket.rule, now, bucket.tokens),
        )
        const after: typeof spend = longest === null ? spend : clamp
        return {
          store: buckets.map(({ rule, tokens }, index) => after(fullAt[index] ?? null, rule, now, tokens)),
          now,
          answer: longest,
        }
      })
      return refusal === null ? ok({ buckets }) : failed(refusal)
    },

    async giveBack({ buckets }: Receipt): Promise<void> {
      await store.update(keysOf(buckets), (fullAt) => {
        const now = clock.now()
        return {
          store: buckets.map(({ rule, tokens }, index) => giveBack(fullAt[index] ?? null, rule, now, tokens)),
          now,
          answer: null,
        }
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
