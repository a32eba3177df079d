import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksAlike, oneEdit, withOneLeftOut } from './typos.ts'

test.each([
  ['比亚迪', '比亚迪', { type: 'same' }],
  ['比亚笛', '比亚迪', { type: 'replaced', at: 2, typed: '笛', intended: '迪' }],
  ['比迪', '比亚迪', { type: 'missing', at: 1 }],
  ['比亚亚迪', '比亚迪', { type: 'extra', at: 2 }],
  ['亚比迪', '比亚迪', { type: 'swapped', at: 0 }],
  ['', '比', { type: 'missing', at: 0 }],
  ['迪亚比', '比亚迪', null],
  ['比', '比亚迪', null],
])('%s for %s', (typed, intended, edit) => {
  expect(oneEdit(typed, intended)).toEqual(edit)
})

const text = fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), maxLength: 6 })

test('a missing character in one direction is an extra one in the other; other edits are symmetric', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const opposite = { missing: 'extra', extra: 'missing', same: 'same', replaced: 'replaced', swapped: 'swapped' }
      const [there, back] = [oneEdit(a, b), oneEdit(b, a)]
      expect(back?.type).toBe(there === null ? undefined : opposite[there.type])
    }),
  )
})

test('texts one typo apart share a text with one character removed', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const shared = withOneLeftOut(a).some((one) => withOneLeftOut(b).includes(one))
      if (oneEdit(a, b) !== null) expect(shared).toBe(true)
    }),
  )
})

test('similarity is symmetric, and a character without a group is similar to none', () => {
  expect(looksAlike('己', '已')).toBe(true)
  expect(looksAlike('已', '己')).toBe(true)
  expect(looksAlike('己', '大')).toBe(false)
  expect(looksAlike('龘', '大')).toBe(false)
})
