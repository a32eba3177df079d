import { seededRandom } from '../../../server/test/builders/seeded-random.ts'
import { daysAfter, daysFrom } from './days.ts'

/** What stories draw from a seed. */
export function createDraw(seed: number) {
  const { next, below, pick } = seededRandom(seed)
  const between = (from: number, to: number) => from + below(to - from + 1)
  return {
    below,
    pick,
    /** Whole numbers, both ends included. */
    between,
    chance: (share: number) => next() < share,
    /** Some of all, each at most once, in a drawn order. */
    some<T>(all: readonly T[], count: number): T[] {
      const rest = [...all]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)).flat()
    },
    /** A day, both ends included; the first where there is none between. */
    dayBetween: (from: string, to: string) => daysAfter(from, below(Math.max(0, daysFrom(from, to)) + 1)),
  }
}
