import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf, TermEntries } from './radix-sort.ts'

/** Of any size, with many duplicates. */
const number = fc.oneof(fc.maxSafeNat(), fc.nat(3), fc.constantFrom(2 ** 32, 2 ** 32 - 1, 2 ** 53 - 1, 2 ** 43))

test('sorts entries by term and keeps the order of equal terms', () => {
  fc.assert(
    fc.property(fc.array(number), (terms) => {
      const entries = new TermEntries(4)
      terms.forEach((term, doc) => {
        entries.add(term, doc)
      })
      entries.sort()
      const sorted = Array.from({ length: entries.count }, (_, at) => [entries.termAt(at), entries.docAt(at)])
      expect(sorted).toEqual(terms.map((term, doc) => [term, doc]).sort(([a = 0], [b = 0]) => a - b))
    }),
  )
})

test('sorts again after it was cleared', () => {
  const entries = new TermEntries(4)
  for (const term of [9, 8, 7]) entries.add(term, 1)
  entries.sort()
  entries.clear()
  entries.add(5, 2)
  entries.add(4, 3)
  entries.sort()
  expect([entries.count, entries.docAt(0), entries.docAt(1)]).toEqual([2, 3, 2])
})

test('keeps the order of equal numbers', () => {
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      const sorting = orderOf(Float64Array.from(numbers))
      let step = sorting.next()
      while (step.done !== true) step = sorting.next()
      const expected = numbers.map((_, at) => at).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
      expect(Array.from(step.value)).toEqual(expected)
    }),
  )
})
