import { expect, test } from 'vitest'
import { formatShanghaiDate } from './shanghai-date.ts'

test.each([
  ['2028-11-20T15:59:59.000Z', '2028-11-20'],
  ['2028-11-20T16:00:00.000Z', '2028-11-21'],
  ['2028-02-28T15:59:59.000Z', '2028-02-28'],
])('%s is %s in China', (instant, date) => {
  expect(formatShanghaiDate(instant)).toBe(date)
})
