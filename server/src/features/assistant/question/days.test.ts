import { describe, expect, test } from 'vitest'
import { findDays } from './days.ts'

const today = '2026-11-23'
const daysIn = (question: string) => findDays(question, today).map(({ value }) => [value.from, value.to])

describe('times of a question', () => {
  test.each([
    ['去年的处罚', '2025-01-01', '2025-12-31'],
    ['今年上半年', '2026-01-01', '2026-06-30'],
    ['2024年第一季度', '2024-01-01', '2024-03-31'],
    ['近三年', '2023-11-23', '2026-11-23'],
    ['最近半年', '2026-05-23', '2026-11-23'],
    ['2023年3月', '2023-03-01', '2023-03-31'],
    ['二〇二三年', '2023-01-01', '2023-12-31'],
    ['2020到2023年', '2020-01-01', '2023-12-31'],
    ['2021-05-06', '2021-05-06', '2021-05-06'],
    ['昨天', '2026-11-22', '2026-11-22'],
  ])('reads %s', (question, from, to) => {
    expect(daysIn(question)).toEqual([[from, to]])
  })

  test('includes the year in 以来 and 以后, and excludes it in 以前', () => {
    expect(daysIn('2023年以来')).toEqual([['2023-01-01', null]])
    expect(daysIn('2023年以后')).toEqual([['2023-01-01', null]])
    expect(daysIn('2023年以前')).toEqual([[null, '2022-12-31']])
  })

  test('reads no day that the calendar lacks', () => {
    expect(daysIn('2023年13月')).toEqual([])
  })
})
