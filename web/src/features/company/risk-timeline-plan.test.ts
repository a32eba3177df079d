import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { describe, expect, test } from 'vitest'
import {
  countsInWords,
  datesOf,
  rangeBetween,
  recordsInRange,
  slotOf,
  slotsOfColumn,
  timelineAxisOf,
  timelineGroupOf,
  timelineMarks,
  timelineStateOf,
} from './risk-timeline-plan.ts'

const build = (overrides: Partial<RiskTimelineRecord> = {}): RiskTimelineRecord => ({
  recordKind: 'dishonestExecutor',
  id: 'r-1',
  view: 'current',
  severity: '高',
  publishedAt: '2026-03-18',
  caseNo: null,
  ...overrides,
})
const on = (...dates: string[]) => dates.map((publishedAt) => build({ publishedAt }))

describe('the axis', () => {
  test.each([
    [['2026-03-18'], 1, 12, 1],
    [['2025-01-01', '2026-12-31'], 2, 12, 2],
    [['2021-12-31', '2026-01-01'], 6, 12, 6],
    [['2020-01-01', '2026-01-01'], 4, 12, 8],
    [['1999-05-05', '2026-01-01'], 6, 12, 30],
  ])('of %j has %i columns, %i slots of %i months', (dates, columns, slots, months) => {
    const axis = timelineAxisOf(on(...dates))
    expect([axis.columns.length, axis.slots, axis.monthsPerSlot]).toEqual([columns, slots, months])
  })

  test('ends with the year of the newest record and leaves out none', () => {
    const axis = timelineAxisOf(on('2020-01-01', '2026-06-30'))
    expect(axis.columns.at(0)).toEqual({ firstYear: 2019, lastYear: 2020 })
    expect(axis.columns.at(-1)).toEqual({ firstYear: 2025, lastYear: 2026 })
    expect([slotOf(axis, '2020-01-01'), slotOf(axis, '2026-12-31')]).toEqual([1, 11])
  })

  test('turns slots into whole months', () => {
    const axis = timelineAxisOf(on('2021-01-01', '2026-01-01'))
    expect(datesOf(axis, { from: 9, to: 11 })).toEqual({ first: '2025-07-01', last: '2026-12-31' })
    expect(datesOf(axis, slotsOfColumn(axis, 3))).toEqual({ first: '2024-01-01', last: '2024-12-31' })
    const months = timelineAxisOf(on('2024-03-01'))
    expect(datesOf(months, { from: 1, to: 1 })).toEqual({ first: '2024-02-01', last: '2024-02-29' })
  })

  test('takes a brush in both directions and ends at its edges', () => {
    const axis = timelineAxisOf(on('2021-01-01', '2026-01-01'))
    expect(rangeBetween(axis, 0.76, 0.99)).toEqual({ from: 9, to: 11 })
    expect(rangeBetween(axis, 1.4, 0.5)).toEqual({ from: 6, to: 11 })
    expect(rangeBetween(axis, -0.2, 0)).toEqual({ from: 0, to: 0 })
  })
})

test('every kind of risk has a row: 执行, 诉讼 or 经营', () => {
  expect(legalRiskKeys.map(timelineGroupOf)).toEqual([
    'execution',
    'execution',
    'execution',
    'litigation',
    'litigation',
    'litigation',
  ])
  expect(new Set(businessRiskKeys.map(timelineGroupOf))).toEqual(new Set(['business']))
})

test('a removed or disputed record keeps no severity', () => {
  expect(timelineStateOf(build({ view: 'history' }))).toBe('历史')
  expect(timelineStateOf(build({ view: 'disputed' }))).toBe('异议处理中')
  expect(timelineStateOf(build({ severity: null }))).toBe('提示')
})

test('records of one slot are one dot with their number and the gravest state', () => {
  const records = [
    build({ view: 'history', publishedAt: '2026-01-05' }),
    build({ severity: '中', publishedAt: '2026-01-20', recordKind: 'executedPerson' }),
    build({ severity: '提示', publishedAt: '2026-01-20', recordKind: 'courtAnnouncement' }),
  ]
  expect(timelineMarks(timelineAxisOf(records), records)).toEqual([
    { group: 'execution', slot: 0, state: '中', count: 2 },
    { group: 'litigation', slot: 0, state: '提示', count: 1 },
  ])
})

test('a range lists the gravest records first, newest first among equals', () => {
  const records = [
    build({ id: 'old', publishedAt: '2021-01-01' }),
    build({ id: 'past', view: 'history', publishedAt: '2026-11-01' }),
    build({ id: 'high', publishedAt: '2025-08-01' }),
    build({ id: 'newer', publishedAt: '2026-08-01' }),
    build({ id: 'medium', severity: '中', publishedAt: '2026-10-01' }),
  ]
  const inRange = recordsInRange(timelineAxisOf(records), { from: 9, to: 11 }, records)
  expect(inRange.map(({ id }) => id)).toEqual(['newer', 'high', 'medium', 'past'])
})

test('counts are said by state, and 无 for none', () => {
  expect(countsInWords([build(), build({ view: 'history' }), build({ view: 'history' })])).toBe('高 1、历史 2')
  expect(countsInWords([])).toBe('无')
})
