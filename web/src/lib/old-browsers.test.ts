import { expect, test } from 'vitest'
import { addMissingMethods } from './old-browsers.ts'

/** A list of a browser without the methods. */
function oldList(...items: (string | number)[]): (string | number)[] {
  const prototype = {}
  addMissingMethods(prototype, {})
  return Object.setPrototypeOf(items, prototype)
}

function oldText(text: string): string {
  const prototype = {}
  addMissingMethods({}, prototype)
  return Object.setPrototypeOf(new String(text), prototype)
}

test.each([
  [0, 'a'],
  [1, 'b'],
  [-1, 'c'],
  [-3, 'a'],
  [3, undefined],
  [-4, undefined],
  [1.9, 'b'],
  [-0.5, 'a'],
  [Number.NaN, 'a'],
])('at(%s) of three items is %s, of a list and of a text, as in browsers that have it', (index, expected) => {
  expect(oldList('a', 'b', 'c').at(index)).toBe(expected)
  expect(oldText('abc').at(index)).toBe(expected)
  expect(['a', 'b', 'c'].at(index)).toBe(expected)
})

test('toSorted returns a sorted copy, by the comparison where one is given, and leaves the list', () => {
  const list = oldList(10, 9, 1)
  // oxlint-disable-next-line typescript/require-array-sort-compare -- the order of texts is what is tested
  expect(list.toSorted()).toEqual([1, 10, 9])
  expect(list.toSorted((one, other) => Number(one) - Number(other))).toEqual([1, 9, 10])
  expect(Array.from(list)).toEqual([10, 9, 1])
})

test('added methods are not listed by loops, and native ones stay', () => {
  const prototype = { at: 'native' }
  addMissingMethods(prototype, {})
  expect(prototype.at).toBe('native')
  expect(Object.keys(prototype)).toEqual(['at'])
})
