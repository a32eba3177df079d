import type { Clock } from '../../domain/clock.ts'
import { type Hmac, sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { createSharedMarks, type SharedMarks } from '../../platform/limits/shared-marks.ts'

/** Further views of one person are free for ten minutes. */
const SAME_PERSON_MS = 10 * 60_000
const KNOWN_PERSONS = 20_000

/** Persons that users have viewed, at whichever process. */
export const viewedPersons = (deps: { db: Database; clock: Clock; hmac: Hmac }): SharedMarks =>
  createSharedMarks({ ...deps, purpose: 'person', ttlMs: SAME_PERSON_MS, capacity: KNOWN_PERSONS })

/** Spends one of the persons that a user may view a day. @throws Refusal when none is left */
export type PersonQuota = (userId: string, person: string) => Promise<void>

export function createPersonQuota({ limiter, viewed }: { limiter: Limiter; viewed: SharedMarks }): PersonQuota {
  return async (userId, person) => {
    // Neither the name nor anything that leads back to it stays in memory.
    const known = sha256(`${userId} ${person}`)
    if (viewed.has(known)) return
    const taken = await limiter.take([{ limit: 'personsPerUser', subject: userId }])
    if (!taken.ok) throw limitRefusal(taken.error)
    viewed.set(known, () => limiter.giveBack(taken.value))
  }
}
