import { expect, test } from 'vitest'
import { largestGroups, newestCoverageDate } from './coverage-line.tsx'

const group = (name: string, companies: number, isDemo = false) => ({
  name,
  companies,
  asOf: null,
  isDemo,
  sources: [],
})
const listed = group('上市公司', 4930)
const central = group('中央企业', 104)
const demo = group('演示企业', 60, true)

test.each([
  ['one group by its name alone', [listed, demo], '上市公司'],
  ['two groups with their counts', [listed, central, demo], '上市公司 4,930 家 ·\u00a0中央企业 104 家'],
  [
    'the largest two of more, with the sum of all but the first',
    [listed, central, group('名录', 4), demo],
    '上市公司 4,930 家 ·\u00a0中央企业等 108 家',
  ],
  ['nothing for a store without real companies', [demo], ''],
])('the line names %s', (_name, groups, text) => {
  expect(largestGroups({ companies: 1, groups }).join('')).toBe(text)
})

const dated = (asOf: string | null, isDemo = false) => ({ ...group('', 1, isDemo), asOf })
const datedBy = (...dates: (string | null)[]) => ({ companies: 1, groups: dates.map((asOf) => dated(asOf)) })

test.each([
  ['the later one', ['2021', '2026-06', '2024-05-14'], '2026-06'],
  ['the more exact one of a year', ['2026', '2026-06'], '2026-06'],
  ['the stated one', [null, '2021'], '2021'],
])('the newest date of the groups is %s', (_name, dates, newest) => {
  expect(newestCoverageDate(datedBy(...dates))).toBe(newest)
})

test('groups without a date have no newest date', () => {
  expect(newestCoverageDate(datedBy(null))).toBeNull()
})

test('demonstration companies date nothing', () => {
  expect(newestCoverageDate({ companies: 1, groups: [dated('2024'), dated('2026', true)] })).toBe('2024')
})
