import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { CONTAINER, docSetOf } from './doc-id-set.ts'
import {
  allOf,
  anyOf,
  type DocIterator,
  docsIn,
  FEW,
  hasDoc,
  intersectLoosely,
  largeIterator,
  smallIterator,
} from './doc-iterator.ts'

const SEGMENTS = 3

type Group = { docs: ReadonlySet<number>; candidates: DocIterator }

function groupOf(docs: ReadonlySet<number>): Group {
  const inOrder = Uint32Array.from(docs).sort()
  if (docs.size <= FEW) return { docs, candidates: smallIterator(docs.size, () => inOrder) }
  const inContainer = (container: number) => {
    const ofContainer = inOrder.filter((doc) => Math.floor(doc / CONTAINER) === container)
    return ofContainer.length === 0 ? null : docSetOf(Uint16Array.from(ofContainer, (doc) => doc % CONTAINER))
  }
  return { docs, candidates: largeIterator(docs.size, inContainer) }
}

/** None, a few, a list or nearly a bitmap of them, so near to one another that groups meet. */
const group = fc.record({ seed: fc.nat(), count: fc.constantFrom(0, 1, 5, 200, 400, 5000) }).map(({ seed, count }) => {
  const random = seededRandom(seed)
  const docs = new Set<number>()
  for (let index = 0; index < count; index += 1) docs.add(random.below(SEGMENTS) * CONTAINER + random.below(count * 2))
  return groupOf(docs)
})

const common = (groups: readonly Group[]) => {
  const [first, ...others] = groups.map(({ docs }) => docs)
  return new Set([...(first ?? [])].filter((doc) => others.every((docs) => docs.has(doc))))
}
const joined = (groups: readonly Group[]) => new Set(groups.flatMap(({ docs }) => [...docs]))
const inOrder = (docs: ReadonlySet<number>) => [...docs].sort((a, b) => a - b)
const candidatesOf = (groups: readonly Group[]) => groups.map(({ candidates }) => candidates)

const groups = fc.array(group, { minLength: 1, maxLength: 4 })

test('those among all, and those among any, are those of the sets, however many each group holds', () => {
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      expect([...docsIn(allOf(candidatesOf(one)), SEGMENTS)]).toEqual(inOrder(common(one)))
      expect([...docsIn(anyOf(candidatesOf(one)), SEGMENTS)]).toEqual(inOrder(joined(one)))
      const mixed = allOf([anyOf(candidatesOf(one)), anyOf(candidatesOf(other))])
      const expected = common([groupOf(joined(one)), groupOf(joined(other))])
      expect([...docsIn(mixed, SEGMENTS)]).toEqual(inOrder(expected))
    }),
    { numRuns: 15 },
  )
})

test('a few are found among candidates as they are found one by one', () => {
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      const candidates = allOf([anyOf(candidatesOf(one)), anyOf(candidatesOf(other))])
      const expected = common([groupOf(joined(one)), groupOf(joined(other))])
      const asked = Uint32Array.from(joined(one)).sort().subarray(0, FEW)
      expect([...candidates.of(asked)]).toEqual([...asked].filter((doc) => expected.has(doc)))
      for (const doc of asked.subarray(0, 5)) expect(hasDoc(candidates, doc)).toBe(expected.has(doc))
    }),
    { numRuns: 15 },
  )
})

test('narrowed candidates may be more than those among all, never fewer, and are in order', () => {
  fc.assert(
    fc.property(groups, (one) => {
      const docs = [...docsIn(intersectLoosely(candidatesOf(one)), SEGMENTS)]
      expect(docs).toEqual(inOrder(new Set(docs)))
      const found = new Set(docs)
      for (const doc of common(one)) expect(found.has(doc)).toBe(true)
    }),
    { numRuns: 15 },
  )
})
