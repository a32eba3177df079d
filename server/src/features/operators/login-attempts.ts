import type { Clock } from '../../domain/clock.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import { type BucketStore, clamp, giveBack, spend, waitFor } from '../../platform/limits/buckets.ts'

/** Failed logins of one operator from one address; then each further attempt waits for a part of the period. */
const nameRule = { count: 5, seconds: 900 }
/** Failed logins from one address over all names. */
const addressRule = { count: 30, seconds: 300 }
const rules = [nameRule, addressRule]

export interface LoginAttempts {
  /** Spends an attempt. Returns 0, or the seconds to wait when none is left. */
  take(name: string, address: string): Promise<number>
  /** Refunds the attempt of a login that succeeded. */
  giveBack(name: string, address: string): Promise<void>
}

type LoginAttemptsDeps = { store: BucketStore; clock: Clock; hmac: Hmac }

export function createLoginAttempts({ store, clock, hmac }: LoginAttemptsDeps): LoginAttempts {
  const keysOf = (name: string, address: string) => [
    `operatorLogins/${hmac('operator login', name, address).slice(0, 32)}`,
    `operatorLoginsOfAddress/${hmac('operator login address', address).slice(0, 32)}`,
  ]
  return {
    take: (name, address) =>
      store.update(keysOf(name, address), (buckets) => {
        const now = clock.now()
        const wait = Math.max(...rules.map((rule, at) => waitFor(buckets[at] ?? null, rule, now)))
        const after = wait === 0 ? spend : clamp
        return {
          store: rules.map((rule, at) => after(buckets[at] ?? null, rule, now)),
          now,
          answer: Math.ceil(wait / 1000),
        }
      }),
    giveBack: (name, address) =>
      store.update(keysOf(name, address), (buckets) => {
        const now = clock.now()
        return { store: rules.map((rule, at) => giveBack(buckets[at] ?? null, rule, now)), now, answer: undefined }
      }),
  }
}
