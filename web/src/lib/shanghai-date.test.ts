import { expect, test } from 'vitest'
import { formatShanghaiDate, formatShanghaiMinute } from './shanghai-date.ts'

test.each([
  ['2028-11-20T15:59:59.000Z', '2028-11-20'],
  ['2028-11-20T16:00:00.000Z', '2028-11-21'],
  ['2028-02-28T15:59:59.000Z', '2028-02-28'],
])('%s is %s in China', (instant, date) => {
  expect(formatShanghaiDate(instant)).toBe(date)
})

test('the minute is stated in China’s time, without the year', () => {
  expect(formatShanghaiMinute('2028-11-20T16:05:59.000Z')).toBe('11-21 00:05')
})
