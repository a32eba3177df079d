import { expect, test } from 'vitest'
import { daysLeft, formatShanghaiMinute } from './days.ts'

const expireAt = '2028-11-20T15:59:59.999Z'

test.each([
  ['2026-11-20T02:00:00.000Z', 731],
  ['2028-11-19T15:00:00.000Z', 1],
  ['2028-11-20T01:00:00.000Z', 0],
  ['2029-01-01T00:00:00.000Z', 0],
])('at %s %i whole days remain', (now, days) => {
  expect(daysLeft(expireAt, Date.parse(now))).toBe(days)
})

test('the minute is stated in China’s time', () => {
  expect(formatShanghaiMinute('2028-11-20T16:05:59.000Z')).toBe('2028-11-21 00:05')
})
