import type { RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { readLoginPurpose } from '../../platform/navigation/login-purpose.ts'
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
