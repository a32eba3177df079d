/** Seed of random cases: fixed in `npm test`, drawn and printed by `npm run test:nightly`, overridden by `SEED`. */
export const testSeed = Number(process.env['SEED'])

/** Pseudo-random numbers from 0 to 1, reproducible by seed (mulberry32), and draws from them. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(all: readonly T[]): T => {
    const one = all[below(all.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
  return { next, below, pick }
}

export type SeededRandom = ReturnType<typeof seededRandom>
