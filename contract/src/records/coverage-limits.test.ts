import { expect, test } from 'vitest'
import { coveredPeriod, coveredTitle, isLimited, uncoveredParts, uncoveredTitle } from './coverage-limits.ts'

const limit = (items: string[], from: string | null = null, to: string | null = null) => ({ items, from, to })
const shortNames = [limit(['证券简称变更'], '2014-11', '2024-05')]

test('nothing is left out without limits', () => {
  for (const limits of [undefined, []]) {
    expect(isLimited(limits)).toBe(false)
    expect(coveredTitle('changeRecord', limits)).toBe('变更记录')
    expect(uncoveredParts('changeRecord', limits)).toEqual([])
  }
})

test('changes of short names leave the changes of the register out', () => {
  expect(coveredTitle('changeRecord', shortNames)).toBe('证券简称变更')
  expect(uncoveredTitle('changeRecord', shortNames)).toBe('工商变更')
  expect(uncoveredParts('changeRecord', shortNames)).toEqual(['工商变更', '2014-11 至 2024-05 以外的证券简称变更'])
})

test.each([
  ['changeRecord', [limit(['注册资本变更'])], '注册资本变更', ['其他变更记录']],
  ['punishment', [limit(['环保处罚', '税务处罚'])], '环保处罚、税务处罚', ['其他行政处罚']],
  ['punishment', [limit(['环保处罚']), limit(['环保处罚', '税务处罚'])], '环保处罚、税务处罚', ['其他行政处罚']],
  ['punishment', [limit([], '2020')], '行政处罚', ['2020 以前的行政处罚']],
  ['punishment', [limit([], null, '2022')], '行政处罚', ['2022 以后的行政处罚']],
  ['punishment', [limit(['环保处罚']), limit([], null, '2022')], '行政处罚', []],
] as const)('%s of %j is %s and leaves out %j', (kind, limits, covered, left) => {
  expect(
    coveredTitle(
      kind,
      limits.map((one) => ({ ...one, items: [...one.items] })),
    ),
  ).toBe(covered)
  expect(
    uncoveredParts(
      kind,
      limits.map((one) => ({ ...one, items: [...one.items] })),
    ),
  ).toEqual(left)
})

test.each([
  [[limit([], '2020', '2022')], '2020 至 2022'],
  [[limit([], '2020-03')], '2020-03 起'],
  [[limit([], null, '2022')], '2022 及以前'],
  [[limit([], '2020', '2022'), limit([], '2015', '2016')], '2020 至 2022、2015 至 2016'],
  [[limit([], '2020', '2022'), limit(['环保处罚'])], null],
  [[], null],
])('the period of %j is %s', (limits, period) => {
  expect(coveredPeriod(limits)).toBe(period)
})
