import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../../domain/random.ts'

/** The operating system's randomness. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count), integer: (limit) => randomInt(limit) }
