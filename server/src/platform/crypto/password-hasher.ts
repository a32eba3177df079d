import { createAdmission } from '../admission/admission.ts'
import { lazily } from '../lazily.ts'

/** What a password is hashed with: kibibytes, passes, threads. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes the threads that also read files, and memory: two at once. As many may wait as the credentials class has
 * other places (app/admission-rules.ts). Its own line has sorted out who comes too late: here it is first come, first served.
 */
const rule = { running: 2, waiting: { capacity: 14, maxWaitMs: 1_000, lifoAfterMs: 1_000 } }

/** Hashes passwords slowly on purpose. All of it throws Overloaded when more is asked than can be done. */
export interface PasswordHasher {
  /** argon2id in its own notation, which tells salt and cost. */
  hash(password: string): Promise<string>
  /** Whether it is the password of that hash. Without a hash it is false, and takes as long. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** The password hashed anew where `hash` cost less than one made today; null where it is as good. */
  strengthen(hash: string, password: string): Promise<string | null>
}

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify' | 'parseOptions'>

const loadArgon2 = (): Promise<Argon2> => import('@node-rs/argon2')

/** `load` runs with the first password: a start needs none. */
export function createPasswordHasher(load = loadArgon2): PasswordHasher {
  const line = createAdmission(rule)
  const argon2 = lazily(load)
  const hash = async (password: string) => {
    const { hash: make } = await argon2()
    return line.run(() => make(password, cost))
  }
  const hashOfNobody = lazily(() => hash('nobody has this password, it is only compared with'))

  return {
    hash,

    async verify(stored, password) {
      const { verify } = await argon2()
      // Looked for also where it is not needed, so that the first caller tells nothing either.
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
