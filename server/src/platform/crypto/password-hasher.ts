import { createAdmission } from '../admission/admission.ts'
import { lazy } from '../cache.ts'

/** Cost of a hash: kibibytes, passes, threads. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing occupies memory and the threads that also read files: two at once. As many may wait as the credentials class has
 * other slots (app/admission-rules.ts). That class has refused late requests already: here it is first in, first out.
 */
const rule = { running: 2, waiting: { capacity: 14, maxWaitMs: 1_000, lifoAfterMs: 1_000 } }

/** Hashes passwords slowly on purpose. Every method throws Overloaded when its queue is full. */
export interface PasswordHasher {
  /** argon2id in its own notation, with salt and cost. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. null: false, after the same time. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** The password hashed anew where `hash` cost less than one made today; null where it is as good. */
  strengthen(hash: string, password: string): Promise<string | null>
}

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify' | 'parseOptions'>

const loadArgon2 = (): Promise<Argon2> => import('@node-rs/argon2')

/** `load` runs with the first password: a start needs none. */
export function createPasswordHasher(load = loadArgon2): PasswordHasher {
  const line = createAdmission(rule)
  const argon2 = lazy(load)
  const hash = async (password: string) => {
    const { hash: make } = await argon2()
    return line.run(() => make(password, cost))
  }
  const hashOfNobody = lazy(() => hash('nobody has this password, it is only compared with'))

  return {
    hash,

    async verify(stored, password) {
      const { verify } = await argon2()
      // Computed also where it is not needed, so that the time of the first call reveals nothing either.
      const nobody = await hashOfNobody()
      const isRight = await line.run(() => verify(stored ?? nobody, password))
      return isRight && stored !== null
    },

    async strengthen(stored, password) {
      return isWeak(await argon2(), stored) ? hash(password) : null
    },
  }
}

function isWeak({ parseOptions }: Argon2, hash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hash)
  return !hash.startsWith('$argon2id$') || memoryCost < cost.memoryCost || timeCost < cost.timeCost
}
