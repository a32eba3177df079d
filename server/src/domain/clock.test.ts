import { expect, it } from 'vitest'
import { chinaDay } from './clock.ts'

it('the day is the day in China', () => {
  expect(chinaDay(Date.UTC(2026, 5, 29, 15, 59, 59))).toBe('2026-06-29')
  expect(chinaDay(Date.UTC(2026, 5, 29, 16))).toBe('2026-06-30')
})
