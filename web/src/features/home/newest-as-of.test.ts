import { expect, test } from 'vitest'
import { newestAsOf } from './newest-as-of.ts'

const datedBy = (...dates: (string | null)[]) => ({
  companies: 1,
  sources: dates.map((asOf, at) => ({ id: `s-${at}`, name: '', scope: '', url: null, asOf, companies: 1 })),
})

test.each([
  ['the later one', ['2021', '2026-06', '2024-05-14'], '2026-06'],
  ['the more exact one of a year', ['2026', '2026-06'], '2026-06'],
  ['the stated one', [null, '2021'], '2021'],
])('the newest date of the sources is %s', (_name, dates, newest) => {
  expect(newestAsOf(datedBy(...dates))).toBe(newest)
})

test('sources without a date have no newest date', () => {
  expect(newestAsOf(datedBy(null))).toBeNull()
})
