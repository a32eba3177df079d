import { LRUCache } from 'lru-cache'
import type { Clock } from '../../domain/clock.ts'
import { entriesUpTo, ttlOptions } from '../../platform/cache.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'

/** Further views of one person at a process are free for ten minutes. */
const SAME_PERSON_MS = 10 * 60_000
const KNOWN_PERSONS = 20_000

/** Spends one of the persons that a user may view a day. @throws Refusal when none is left */
export type PersonQuota = (userId: string, person: string) => Promise<void>

export function createPersonQuota({ limiter, clock }: { limiter: Limiter; clock: Clock }): PersonQuota {
  const viewed = new LRUCache<string, true>({ ...entriesUpTo(KNOWN_PERSONS), ...ttlOptions(clock, SAME_PERSON_MS) })
  return async (userId, person) => {
    // Neither the name nor anything that leads back to it stays in memory.
    const known = sha256(`${userId} ${person}`)
    if (viewed.has(known)) return
    await takeOrRefuse(limiter, [{ limit: 'personsPerUser', subject: userId }])
    viewed.set(known, true)
  }
}
