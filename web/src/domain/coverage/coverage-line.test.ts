import { expect, test } from 'vitest'
import { newestCoverageDate } from './coverage-line.tsx'

const group = (asOf: string | null, isDemo = false) => ({ name: '', companies: 1, asOf, isDemo, sources: [] })
const datedBy = (...dates: (string | null)[]) => ({ companies: 1, groups: dates.map((asOf) => group(asOf)) })

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
  expect(newestCoverageDate({ companies: 1, groups: [group('2024'), group('2026', true)] })).toBe('2024')
})
