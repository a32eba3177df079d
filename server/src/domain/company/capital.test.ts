import { expect, it } from 'vitest'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { comparableCapital } from './capital.ts'

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
