import { expect, test } from 'vitest'
import { CONTAINER_SIZE, toDocIdSet } from '../segment/doc-id-set.ts'
import { largeIterator } from '../segment/doc-iterator.ts'
import { countDocs, type DocCondition, isInSets } from './doc-filter.ts'

const sets = [toDocIdSet(Uint16Array.of(1, 5, 9)), null, toDocIdSet(Uint16Array.of(0, 5))]
const docs = largeIterator(5, (container) => sets[container] ?? null)
const all: DocCondition = { passes: () => true, passesWhole: () => true }
const belowNine: DocCondition = { passes: (doc) => doc < 9, passesWhole: (container) => container === 2 }
const unlimited = { most: Number.POSITIVE_INFINITY, isOver: () => false }

test('a count tests the companies of each container that does not pass as a whole', () => {
  expect(countDocs(docs, sets.length, all, unlimited)?.total).toBe(5)
  expect(countDocs(docs, sets.length, belowNine, unlimited)?.total).toBe(4)
})

test('a count stops above its limit', () => {
  const read: number[] = []
  const watched = largeIterator(5, (container) => {
    read.push(container)
    return sets[container] ?? null
  })
  expect(countDocs(watched, sets.length, all, { ...unlimited, most: 2 })?.total).toBe(3)
  expect(countDocs(watched, sets.length, { ...all, passesWhole: () => false }, { ...unlimited, most: 1 })?.total).toBe(
    2,
  )
  expect(read).toEqual([0, 0])
})

test('a count fails when its time is over', () => {
  expect(countDocs(docs, sets.length, all, { ...unlimited, isOver: () => true })).toBeNull()
})

test('the sets of a count contain its companies, also those of later containers', () => {
  const counted = countDocs(docs, sets.length, all, unlimited)?.sets ?? []
  const inLast = 2 * CONTAINER_SIZE
  expect([5, 6, CONTAINER_SIZE + 5, inLast, inLast + 1].map((doc) => isInSets(counted, doc))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})
