import { readFile } from 'node:fs/promises'
import {
  flawOf,
  normalisePassword,
  type PasswordFlaw,
  parseCommonPasswords,
} from '../../domain/account/password-rules.ts'
import { createAdmission } from '../admission/admission.ts'
import { lazy } from '../cache.ts'

/** Cost of a hash: kibibytes, passes, threads. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Two hashes at once: hashing occupies memory and the threads that also read files. The queue has as many places as
 * the credentials class has further slots (app/admission-rules.ts). That class refuses late requests, so this queue is
 * first in, first out.
 */
const rule = { running: 2, waiting: { capacity: 14, maxWaitMs: 1_000, lifoAfterMs: 1_000 } }

/** Password hashing with a high cost. Every method throws Overloaded when the queue is full. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify' | 'parseOptions'>

const loadArgon2 = (): Promise<Argon2> => import('@node-rs/argon2')

/** `load` runs with the first password, so that it does not slow down the start. */
export function createPasswordHasher(load = loadArgon2, admission = createAdmission(rule)) {
  const argon2 = lazy(load)
  const hash = async (password: string) => {
    const { hash: argon2Hash } = await argon2()
    return admission.run(() => argon2Hash(password, cost))
  }
  const dummyHash = lazy(() => hash('password of accounts that have none'))

  return {
    /** argon2id in PHC string format, with salt and cost. */
    hash,

    /** Whether the password matches the hash. A null hash returns false after the same time. */
    async verify(stored: string | null, password: string): Promise<boolean> {
      const { verify } = await argon2()
      // Computed in every case: otherwise the time of the first call would reveal whether the account has a password.
      const dummy = await dummyHash()
      const isRight = await admission.run(() => verify(stored ?? dummy, password))
      return isRight && stored !== null
    },

    /** A new hash of the password when `hash` has a lower cost than the current one; otherwise null. */
    async strengthen(stored: string, password: string): Promise<string | null> {
      return isWeak(await argon2(), stored) ? hash(password) : null
    },
  }
}

function isWeak({ parseOptions }: Argon2, hash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hash)
  return !hash.startsWith('$argon2id$') || memoryCost < cost.memoryCost || timeCost < cost.timeCost
}

const commonFile = new URL('../../../../data/common-passwords/list.txt', import.meta.url)

/** The flaw of a password as typed for the account of `mobile`; null when the password is acceptable. */
export type FindPasswordFlaw = (typed: string, mobile: string) => Promise<PasswordFlaw | null>

export function createPasswordFlawFinder(): FindPasswordFlaw {
  // Loaded with the first check, so that a start does not read the list.
  const common = lazy(async () => parseCommonPasswords(await readFile(commonFile, 'utf8')))
  return async (typed, mobile) => {
    const known = await common()
    return flawOf(normalisePassword(typed), mobile, (password) => known.has(password))
  }
}
