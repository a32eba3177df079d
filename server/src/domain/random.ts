/** Randomness is always passed in, so that tests can fix it. Production uses platform/crypto/system-random.ts. */
export type Random = {
  /** Returns that many unpredictable bytes. */
  bytes(count: number): Uint8Array
  /** A whole number, 0 ≤ n < `limit`. */
  integer(limit: number): number
}

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** An opaque id of 100 random bits, as in `u-7h3k…`. */
export function randomId(random: Random, prefix: string): string {
  const letters = Array.from(random.bytes(20), (byte) => idAlphabet[byte % 32])
  return `${prefix}-${letters.join('')}`
}

/** A number between `from` and `to`, in ten thousand steps. */
export const between = (random: Random, from: number, to: number) =>
  from + (random.integer(10_001) / 10_000) * (to - from)
