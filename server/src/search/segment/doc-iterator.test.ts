import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { CONTAINER_SIZE, toDocIdSet } from './doc-id-set.ts'
import {
  allOf,
  anyOf,
  contains,
  type DocIterator,
  docIds,
  intersectLoosely,
  largeIterator,
  SMALL_SIZE,
  smallIterator,
} from './doc-iterator.ts'

const CONTAINERS = 3

type Group = { docs: ReadonlySet<number>; iterator: DocIterator }

function groupOf(docs: ReadonlySet<number>): Group {
  const inOrder = Uint32Array.from(docs).sort()
  if (docs.size <= SMALL_SIZE) return { docs, iterator: smallIterator(docs.size, () => inOrder) }
  const inContainer = (container: number) => {
    const ofContainer = inOrder.filter((doc) => Math.floor(doc / CONTAINER_SIZE) === container)
    return ofContainer.length === 0 ? null : toDocIdSet(Uint16Array.from(ofContainer, (doc) => doc % CONTAINER_SIZE))
  }
  return { docs, iterator: largeIterator(docs.size, inContainer) }
}

/** From none to nearly a bitmap, close enough to overlap. */
const group = fc.record({ seed: fc.nat(), count: fc.constantFrom(0, 1, 5, 200, 400, 5000) }).map(({ seed, count }) => {
  const random = seededRandom(seed)
  const docs = new Set<number>()
  for (let index = 0; index < count; index += 1)
    docs.add(random.below(CONTAINERS) * CONTAINER_SIZE + random.below(count * 2))
  return groupOf(docs)
})

const shared = (groups: readonly Group[]) => {
  const [first, ...others] = groups.map(({ docs }) => docs)
  return new Set([...(first ?? [])].filter((doc) => others.every((docs) => docs.has(doc))))
}
const united = (groups: readonly Group[]) => new Set(groups.flatMap(({ docs }) => [...docs]))
const inOrder = (docs: ReadonlySet<number>) => [...docs].sort((a, b) => a - b)
const iteratorsOf = (groups: readonly Group[]) => groups.map(({ iterator }) => iterator)

const groups = fc.array(group, { minLength: 1, maxLength: 4 })

test('intersects and unites as sets do, whatever the sizes', () => {
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      expect([...docIds(allOf(iteratorsOf(one)), CONTAINERS)]).toEqual(inOrder(shared(one)))
      expect([...docIds(anyOf(iteratorsOf(one)), CONTAINERS)]).toEqual(inOrder(united(one)))
      const mixed = allOf([anyOf(iteratorsOf(one)), anyOf(iteratorsOf(other))])
      const expected = shared([groupOf(united(one)), groupOf(united(other))])
      expect([...docIds(mixed, CONTAINERS)]).toEqual(inOrder(expected))
    }),
    { numRuns: 15 },
  )
})

test('filters a few ids as membership does', () => {
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      const iterator = allOf([anyOf(iteratorsOf(one)), anyOf(iteratorsOf(other))])
      const expected = shared([groupOf(united(one)), groupOf(united(other))])
      const sought = Uint32Array.from(united(one)).sort().subarray(0, SMALL_SIZE)
      expect(Array.from(iterator.filter(sought))).toEqual([...sought].filter((doc) => expected.has(doc)))
      for (const doc of sought.subarray(0, 5)) expect(contains(iterator, doc)).toBe(expected.has(doc))
    }),
    { numRuns: 15 },
  )
})

test('intersects loosely: a superset of the intersection, in order', () => {
  fc.assert(
    fc.property(groups, (one) => {
      const docs = [...docIds(intersectLoosely(iteratorsOf(one)), CONTAINERS)]
      expect(docs).toEqual(inOrder(new Set(docs)))
      const found = new Set(docs)
      for (const doc of shared(one)) expect(found.has(doc)).toBe(true)
    }),
    { numRuns: 15 },
  )
})
