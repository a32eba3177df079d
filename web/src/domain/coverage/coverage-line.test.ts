import { expect, test } from 'vitest'
import { largestGroups } from './coverage-line.tsx'

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
