import type { Admission } from '../../src/platform/admission/admission.ts'
import { createPasswordHasher } from '../../src/platform/crypto/passwords.ts'

const lowest = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** The hasher of the server at the lowest cost: at its own, each password takes 30 ms of a core. No hash counts as weak. */
export const createCheapPasswordHasher = (admission: Admission) =>
  createPasswordHasher(async () => {
    const { hash, parseOptions, verify } = await import('@node-rs/argon2')
    return {
      hash: (password) => hash(password, lowest),
      verify,
      parseOptions: (hashed) => ({ ...parseOptions(hashed), memoryCost: Number.MAX_VALUE, timeCost: Number.MAX_VALUE }),
    }
  }, admission)
