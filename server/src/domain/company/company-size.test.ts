import { expect, it, test } from 'vitest'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { comparableCapital, headcountOf, newestHeadcount } from './company-size.ts'

it.each([
  [500, '万元', 'CNY', 500],
  [2, '亿元', 'CNY', 20_000],
  [5_000_000, '元', 'CNY', 500],
  [500, null, null, 500],
  [500, '万美元', 'USD', null],
  [500, '万股', 'CNY', null],
  [500, 'constructor', 'CNY', null],
  [null, '万元', 'CNY', null],
])('compares %s %s %s as %s 万元', (value, unit, currency, comparable) => {
  expect(comparableCapital(value, unit, currency)).toBe(comparable)
})

it('reads currencies as registers write them', () => {
  const { currencies } = loadReferenceData({ demo: false })
  expect(['人民币', '元', 'CNY', '美元', '港币', '英镑'].map((word) => currencies.codeOf(word))).toEqual([
    'CNY',
    'CNY',
    'CNY',
    'USD',
    'HKD',
    'GBP',
  ])
  expect(currencies.codeOf('贝壳')).toBeNull()
})

test.each([
  ['50-99人', 50],
  ['１００－４９９ 人', 100],
  ['1,000人以上', 1000],
  ['少于50人', 0],
  ['50人以下', 0],
  ['120', 120],
  ['微型', null],
  [null, null],
])('reads %s as at least %s people', (text, people) => {
  expect(headcountOf(text)).toBe(people)
})

test('takes the newest year, of one year the first, and a number without a year last', () => {
  expect(newestHeadcount([])).toBeNull()
  expect(
    newestHeadcount([
      { year: null, people: 9 },
      { year: 2023, people: 1 },
      { year: 2024, people: 2 },
      { year: 2024, people: 3 },
    ]),
  ).toBe(2)
  expect(newestHeadcount([{ year: null, people: 9 }])).toBe(9)
})
