import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { readLoginPurpose } from '../../platform/navigation/login-purpose.ts'
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
// Loaded here, so that the first test does not wait for the route's own import.
import './company-page.tsx'

const at = '/company/detail?id=c-1&tab=overview'
const sections = buildSections({ dishonestExecutor: { current: 1, history: 1 }, businessRisk: { current: 2 } })

const records: RiskTimelineRecord[] = [
  {
    recordKind: 'businessRisk',
    id: 'r-1',
    view: 'current',
    severity: '中',
    publishedAt: '2026-08-18',
    caseNo: null,
  },
  {
    recordKind: 'dishonestExecutor',
    id: 'r-2',
    view: 'current',
    severity: '高',
    publishedAt: '2026-02-01',
    caseNo: '（2026）演0101执1234号',
  },
  {
    recordKind: 'dishonestExecutor',
    id: 'r-3',
    view: 'history',
    severity: '提示',
    publishedAt: '2023-05-06',
    caseNo: null,
  },
]

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail({ sections }))
  answer('businessInfo', buildBusinessInfo())
})
afterEach(() => recentCompanies.clear())

const timeline = async () => within(await screen.findByRole('region', { name: '风险时间线' }))

describe('the risk timeline', () => {
  test('states years, number, and records without a date', async () => {
    logIn()
    answer('riskTimeline', records)
    renderApp(at)
    const card = await timeline()
    expect(await card.findByText('2023–2026 · 3 条')).toBeTruthy()
    expect(card.getByText(/另有 1 条未注明日期/)).toBeTruthy()
  })

  test('is a table for screen readers', async () => {
    logIn()
    answer('riskTimeline', records)
    renderApp(at)
    const table = within(await (await timeline()).findByRole('table', { name: '风险时间线' }))
    const rowOf = (year: string) => table.getByRole('rowheader', { name: year }).parentElement?.textContent
    expect(rowOf('2023')).toBe('2023历史 1无无')
    expect(rowOf('2026')).toBe('2026高 1无中 1')
  })

  test('a year lists its records, gravest first, and a second tap ends the selection', async () => {
    logIn()
    answer('riskTimeline', records)
    const { user } = renderApp(at)
    const card = await timeline()
    const year = await card.findByRole('button', { name: '2026 年，2 条' })
    await user.click(year)
    expect(card.getByRole('status').textContent).toBe('2026-01-01 至 2026-12-31 2 条')
    expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/legalRisk/dishonestExecutorDetail?id=r-2&companyId=c-1',
      '/businessRisk/businessRiskList?companyId=c-1',
    ])
    await user.click(year)
    expect(card.queryAllByRole('link')).toEqual([])
  })

  test('says of a year without records that none is in the data, not that there is none', async () => {
    logIn()
    answer('riskTimeline', records)
    const { user } = renderApp(at)
    const card = await timeline()
    await user.click(await card.findByRole('button', { name: '2024 年，0 条' }))
    expect(card.getByText('该时段没有已收录的记录')).toBeTruthy()
    await user.click(card.getByRole('button', { name: '清除' }))
    expect(card.queryByRole('status')).toBeNull()
  })

  test('shows a failure and tries again', async () => {
    logIn()
    breakNetwork('riskTimeline')
    const { user } = renderApp(at)
    const card = await timeline()
    const retry = await card.findByRole('button', { name: '重试' })
    answer('riskTimeline', records)
    await user.click(retry)
    expect(await (await timeline()).findByText('2023–2026 · 3 条')).toBeTruthy()
  })

  test('tells a visitor how many records there are, and asks for a login', async () => {
    answerHome()
    const { user, arrivesAt } = renderApp(at)
    const card = await timeline()
    expect(card.getByText('4 条')).toBeTruthy()
    await user.click(card.getByRole('button', { name: '登录/注册' }))
    await arrivesAt('/login')
    expect(readLoginPurpose(at)).toBe('按年份查看风险记录')
  })

  test('is absent when no record has a date', async () => {
    logIn()
    answer('riskTimeline', [])
    renderApp(at)
    await waitFor(() => expect(screen.queryByRole('region', { name: '法律风险' })).not.toBeNull())
    await waitFor(() => expect(screen.queryByRole('region', { name: '风险时间线' })).toBeNull())
  })
})

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

describe('the plan', () => {
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
    const planned = [
      build({ view: 'history', publishedAt: '2026-01-05' }),
      build({ severity: '中', publishedAt: '2026-01-20', recordKind: 'executedPerson' }),
      build({ severity: '提示', publishedAt: '2026-01-20', recordKind: 'courtAnnouncement' }),
    ]
    expect(timelineMarks(timelineAxisOf(planned), planned)).toEqual([
      { group: 'execution', slot: 0, state: '中', count: 2 },
      { group: 'litigation', slot: 0, state: '提示', count: 1 },
    ])
  })

  test('a range lists the gravest records first, newest first among equals', () => {
    const planned = [
      build({ id: 'old', publishedAt: '2021-01-01' }),
      build({ id: 'past', view: 'history', publishedAt: '2026-11-01' }),
      build({ id: 'high', publishedAt: '2025-08-01' }),
      build({ id: 'newer', publishedAt: '2026-08-01' }),
      build({ id: 'medium', severity: '中', publishedAt: '2026-10-01' }),
    ]
    const inRange = recordsInRange(timelineAxisOf(planned), { from: 9, to: 11 }, planned)
    expect(inRange.map(({ id }) => id)).toEqual(['newer', 'high', 'medium', 'past'])
  })

  test('counts are said by state, and 无 for none', () => {
    expect(countsInWords([build(), build({ view: 'history' }), build({ view: 'history' })])).toBe('高 1、历史 2')
    expect(countsInWords([])).toBe('无')
  })
})
