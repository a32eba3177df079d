import type { Clock } from '../../domain/clock.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { BucketStore } from '../../platform/limits/bucket-store.ts'
import { clamp, giveBack, spend, waitFor } from '../../platform/limits/token-bucket.ts'

/** Failed logins of one operator from one address; then each further attempt waits for a part of the period. */
const rule = { count: 5, seconds: 900 }

export interface LoginAttempts {
  /** Spends an attempt. Returns 0, or the seconds to wait when none is left. */
  take(name: string, address: string): Promise<number>
  /** Refunds the attempt of a login that succeeded. */
  giveBack(name: string, address: string): Promise<void>
}

type LoginAttemptsDeps = { store: BucketStore; clock: Clock; hmac: Hmac }

export function createLoginAttempts({ store, clock, hmac }: LoginAttemptsDeps): LoginAttempts {
  const keyOf = (name: string, address: string) =>
    `operatorLogins/${hmac('operator login', name, address).slice(0, 32)}`
  return {
    take: (name, address) =>
      store.update([keyOf(name, address)], ([fullAt = null]) => {
        const now = clock.now()
        const wait = waitFor(fullAt, rule, now)
        const after = wait === 0 ? spend : clamp
        return { store: [after(fullAt, rule, now)], now, answer: Math.ceil(wait / 1000) }
      }),
    giveBack: (name, address) =>
      store.update([keyOf(name, address)], ([fullAt = null]) => {
        const now = clock.now()
        return { store: [giveBack(fullAt, rule, now)], now, answer: undefined }
      }),
  }
}
