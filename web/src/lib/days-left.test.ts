import { expect, test } from 'vitest'
import { daysLeft } from './days.ts'

const expireAt = '2028-11-20T15:59:59.999Z'

test.each([
  ['2026-11-20T02:00:00.000Z', 731],
  ['2028-11-19T15:00:00.000Z', 1],
  ['2028-11-20T01:00:00.000Z', 0],
  ['2029-01-01T00:00:00.000Z', 0],
])('at %s %i whole days remain', (now, days) => {
  expect(daysLeft(expireAt, Date.parse(now))).toBe(days)
})
