import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countPeople, packPeople } from './figure-text.ts'

it('counts the people of several sets once each', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 2 ** 22 }))), (sets) => {
      expect(countPeople(sets.map(packPeople))).toBe(new Set(sets.flat()).size)
    }),
  )
})

it('needs about a byte for each of many people', () => {
  expect(packPeople(Array.from({ length: 1_000 }, (_, at) => at * 3))).toHaveLength(1_000)
})
