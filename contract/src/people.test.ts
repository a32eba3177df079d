import { expect, test } from 'vitest'
import { isTypedCompanyName, isTypedPersonName } from './people.ts'

test.each([
  '演示',
  '演示甲丙',
  '阿依·买买提',
  '阿依・买买提',
  'Demo Yan',
  "O'Demo",
  'J. Demo-Yan',
  '演\u{e000}',
  '演\u{20bb7}',
  ' 演示 甲 ',
])('%s may be the name of a person', (name) => expect(isTypedPersonName(name)).toBe(true))

test.each([
  '',
  ' ',
  '演',
  '·演',
  '%%',
  '演%',
  '演_示',
  '😀😀',
  '演示😀',
  '１２',
  '15400000001',
  '演示1',
  '演示、甲乙',
  '演*',
  '演示\u202e',
])('%s is no name of a person', (name) => expect(isTypedPersonName(name)).toBe(false))

test('a name is tested in time that grows with its length', () => {
  expect(isTypedPersonName(`${'演 '.repeat(100_000)}%`)).toBe(false)
})

test.each([
  ['澜山', true],
  ['3M', true],
  ['91990001MA0TE5T16H', true],
  ['澜_', false],
  ['%%', false],
  ['😀😀', false],
  ['澜', false],
])('%s is enough to search a company: %s', (name, isEnough) => expect(isTypedCompanyName(name)).toBe(isEnough))
