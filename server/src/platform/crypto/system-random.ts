import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../../domain/random.ts'

/** Cryptographically secure random numbers of the operating system. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count), integer: (limit) => randomInt(limit) }
