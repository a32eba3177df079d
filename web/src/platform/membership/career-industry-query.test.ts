import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toggleChoice, tooManyChoicesMessage } from './career-industry-query.ts'

test('the first tap appends a choice, the second removes it', () => {
  expect(toggleChoice(['a'], 'b', 3)).toEqual(['a', 'b'])
  expect(toggleChoice(['a', 'b'], 'a', 3)).toEqual(['b'])
})

test('refuses a choice beyond the limit and allows removing one', () => {
  expect(toggleChoice(['a', 'b', 'c'], 'd', 3)).toBeNull()
  expect(toggleChoice(['a', 'b', 'c'], 'c', 3)).toEqual(['a', 'b'])
})

test('choices stay distinct and within the limit for any sequence of taps', () => {
  const taps = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 })
  fc.assert(
    fc.property(taps, fc.integer({ min: 1, max: 4 }), (ids, limit) => {
      const chosen = ids.reduce<readonly string[]>((now, id) => toggleChoice(now, id, limit) ?? now, [])
      expect(new Set(chosen).size).toBe(chosen.length)
      expect(chosen.length).toBeLessThanOrEqual(limit)
    }),
  )
})

test.each([
  ['career', 3, '身份最多选择三个'],
  ['industry', 3, '每项最多选择三个'],
  ['industry', 12, '每项最多选择12个'],
] as const)('%s over %i says %s', (kind, limit, words) => {
  expect(tooManyChoicesMessage(kind, limit)).toBe(words)
})
