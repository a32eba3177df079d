import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildRiskAnswer, buildRiskRow, hostileTexts, saveViewedCompany } from '../../../test/company-builders.ts'
import { answerHome, buildCoverage } from '../../../test/home-answers.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { clearSession } from '../../platform/session/session-store.ts'
import { riskSearchPath } from './risk-params.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './risk-list-page.tsx'

afterEach(() => recentCompanies.clear())

beforeEach(() => {
  mockRowSizes(180)
  logIn()
})

const at = (query: Record<string, string>) => `/riskList?${new URLSearchParams(query).toString()}`
const zero = { current: 0, disputed: 0, history: 0 }

test('sends a visitor to login without a request', async () => {
  clearSession()
  answerHome()
  const calls = answer('riskSearch', buildRiskAnswer())
  const { currentUrl } = renderApp(at({ keyword: '澜山' }))
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(sessionStorage.getItem('savedRoute')).toContain('/riskList')
  expect(calls).toEqual([])
})

describe('a row', () => {
  test('links to the legal risks and counts current, disputed and past records by kind', async () => {
    const riskCounts = {
      dishonestExecutor: { current: 1, disputed: 0, history: 3 },
      executedPerson: { current: 2, disputed: 1, history: 0 },
      judicialDocument: { current: 3, disputed: 0, history: 0 },
      judicialDocumentAsDefendant: { current: 2, disputed: 0, history: 0 },
      courtAnnouncement: zero,
      punishment: { current: 0, disputed: 0, history: 2 },
    }
    answer('riskSearch', buildRiskAnswer({ list: [buildRiskRow({ riskCounts, isDishonestDebtor: true })] }))
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.getAttribute('href')).toBe('/company/detail?id=c-1&tab=legalRisk')
    expect(
      within(row)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['失信 1', '被执行 2', '裁判文书 3被告 2'])
    expect(row.textContent).toContain('高风险异议中 1 · 历史 5')
    expect(row.textContent).toContain('其余 1 类未查询到（截至 2026-06-30）')
    expect(row.textContent).toContain('未接入：限高、法院公告、经营异常、税收违法、严重违法、股权出质')
    expect(row.textContent).not.toContain('失信被执行人')
    expect(row.querySelector('em')?.textContent).toBe('澜山')
  })

  test('shows the date of an empty result and makes no claim for sources that are not connected', async () => {
    const list = [
      buildRiskRow({ id: 'c-1', name: '云岚演示软件有限公司', riskCounts: { punishment: zero }, maxSeverity: null }),
      buildRiskRow({ id: 'c-2', name: '晴川演示商行', riskCounts: {}, maxSeverity: null, asOf: null }),
    ]
    answer('riskSearch', buildRiskAnswer({ list }))
    renderApp(at({ keyword: '演示' }))
    expect((await screen.findByRole('link', { name: /云岚/ })).textContent).toContain(
      '已接入的 1 类未查询到（截至 2026-06-30）',
    )
    const unknown = screen.getByRole('link', { name: /晴川/ })
    expect(unknown.textContent).toContain('风险数据未接入，无法判断是否有记录')
    expect(unknown.textContent).not.toContain('未查询到')
  })

  test('of a company with history only states no current 0 while kinds are not connected', async () => {
    const riskCounts = { dishonestExecutor: { current: 0, disputed: 0, history: 3 }, punishment: zero }
    answer('riskSearch', buildRiskAnswer({ list: [buildRiskRow({ riskCounts, maxSeverity: null })] }))
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示/ })
    expect(row.textContent).toContain('历史 3其余 1 类未查询到（截至 2026-06-30）')
    expect(row.textContent).not.toContain('当前 0')
    expect(within(row).queryByRole('listitem')).toBeNull()
  })

  test('of a namesake shows the region and the end of the code', async () => {
    const list = [
      buildRiskRow({ id: 'c-1', region: '演示省演示市' }),
      buildRiskRow({ id: 'c-2', region: '样例省样例市', creditCode: '91990001MA0FCT7K2P' }),
    ]
    answer('riskSearch', buildRiskAnswer({ list }))
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByRole('link', { name: /样例省样例市 · 信用代码尾号 CT7K2P/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /演示省演示市 · 信用代码尾号 CT021R/ })).toBeTruthy()
  })

  test('marks demonstration companies', async () => {
    answer('riskSearch', buildRiskAnswer())
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示/ })
    expect(within(row).getByText('演示数据')).toBeTruthy()
    expect(screen.getByText(/企业与案件均为虚构/)).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    answer('riskSearch', buildRiskAnswer({ list: [buildRiskRow({ name: text, businessType: text, region: text })] }))
    const { container } = renderApp(at({ keyword: text.trim() }))
    await screen.findByText('已显示全部 1 家')
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('the kind', () => {
  test('is selected from the chips, written to the URL and requested', async () => {
    const calls = answer('riskSearch', buildRiskAnswer())
    const { user, currentUrl } = renderApp(at({ keyword: '澜山' }))
    await screen.findByRole('heading', { name: '共 1 家' })
    const kinds = within(screen.getByRole('list', { name: '按风险类别筛选' }))
    expect(kinds.getByRole('button', { name: '全部' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(kinds.getByRole('button', { name: '有失信' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山', kind: 'dishonestExecutor' }))
    await waitFor(() =>
      expect(calls.map((call) => call.query)).toEqual([
        { keyword: '澜山', page: '1' },
        { keyword: '澜山', kind: 'dishonestExecutor', page: '1' },
      ]),
    )
    await user.click(await kinds.findByRole('button', { name: '有失信' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山' }))
  })

  test('is read from a shared URL', async () => {
    const calls = answer('riskSearch', buildRiskAnswer())
    renderApp(at({ keyword: '澜山', kind: 'equityPledge' }))
    await screen.findByRole('heading', { name: '共 1 家' })
    expect(calls[0]?.query['kind']).toBe('equityPledge')
    expect(screen.getByRole('button', { name: '有股权出质' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('link', { name: /修改关键词/ }).getAttribute('href')).toBe(
      '/riskSearch?kind=equityPledge&keyword=%E6%BE%9C%E5%B1%B1',
    )
  })
})

describe('without rows', () => {
  test('no such company: states that no risk was searched', async () => {
    answer('riskSearch', buildRiskAnswer({ list: [] }))
    answer('coverage', buildCoverage())
    renderApp(at({ keyword: '演示华' }))
    expect(await screen.findByRole('heading', { name: '未找到“演示华”' })).toBeTruthy()
    expect(screen.getByText(/无法查询风险/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^收录 5,580 家企业/ })).toBeTruthy()
  })

  test('none with a kind that sources do not cover for every company: states that it is not connected', async () => {
    answer('riskSearch', buildRiskAnswer({ list: [], connected: false }))
    renderApp(at({ keyword: '澜山', kind: 'taxViolation' }))
    expect(await screen.findByRole('heading', { name: '“税收违法”数据未接入' })).toBeTruthy()
    expect(screen.queryByText(/未查询到/)).toBeNull()
  })

  test('none with the kind: names the kind and links to all companies', async () => {
    answer('riskSearch', buildRiskAnswer({ list: [] }))
    const { user, currentUrl } = renderApp(at({ keyword: '澜山', kind: 'taxViolation' }))
    expect(await screen.findByRole('heading', { name: '未查询到有“税收违法”记录的企业' })).toBeTruthy()
    expect(screen.getByText('“澜山”相关企业中未查询到该类记录（仅含已接入来源）')).toBeTruthy()
    answer('riskSearch', buildRiskAnswer())
    await user.click(screen.getByRole('button', { name: '查看全部企业' }))
    expect(currentUrl()).toBe(at({ keyword: '澜山' }))
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
  })

  test('a partial index never shows as none', async () => {
    answer('riskSearch', buildRiskAnswer({ list: [], partial: true }))
    answer('searchHistory', { viewHistoryList: [] })
    answer('coverage', buildCoverage())
    const { user, arrivesAt } = renderApp(at({ keyword: '澜山', kind: 'taxViolation' }))
    expect(await screen.findByRole('heading', { name: '索引重建中，结果不全' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '按全称或代码查' }))
    await arrivesAt(riskSearchPath({ keyword: '澜山', kind: 'taxViolation' }))
  })

  test('rows of a partial index say so and lead back to the field', async () => {
    answer('riskSearch', buildRiskAnswer({ partial: true }))
    renderApp(at({ keyword: '澜山' }))
    const back = await screen.findByRole('link', { name: '按全称或代码查' })
    expect(back.getAttribute('href')).toBe(riskSearchPath({ keyword: '澜山' }))
  })

  test('a URL without a keyword requests one and sends no request', async () => {
    const calls = answer('riskSearch', buildRiskAnswer())
    answer('searchHistory', { viewHistoryList: [] })
    answer('coverage', buildCoverage())
    const { user, arrivesAt } = renderApp('/riskList')
    await user.click(await screen.findByRole('button', { name: '修改关键词' }))
    await arrivesAt('/riskSearch')
    expect(calls).toEqual([])
  })

  test('a keyword without searchable characters links back to the field', async () => {
    refuse('riskSearch', 4105, '请输入企业名称、代码或拼音')
    renderApp(at({ keyword: '……' }))
    expect(await screen.findByRole('heading', { name: '请输入企业名称、代码或拼音' })).toBeTruthy()
  })
})

describe('states', () => {
  test('loads with a skeleton', async () => {
    const { release } = hold('riskSearch', buildRiskAnswer())
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
  })

  test('failed: keeps the kind, shows the companies viewed before and retries', async () => {
    saveViewedCompany({ id: 'c-7', name: '青禾演示生物有限公司' })
    breakNetwork('riskSearch')
    const { user } = renderApp(at({ keyword: '澜山', kind: 'punishment' }))
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
    expect(screen.getByRole('link', { name: /青禾演示生物有限公司.*已离线保存/ })).toBeTruthy()
    const calls = answer('riskSearch', buildRiskAnswer())
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
    expect(calls[0]?.query['kind']).toBe('punishment')
  })

  test("rate-limited: shows the server's message", async () => {
    refuse('riskSearch', 429, '操作太频繁，请 37 秒后再试')
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('操作太频繁，请 37 秒后再试')).toBeTruthy()
  })

  test('the next page loads near the end; a failed one waits for a tap', async () => {
    const show = controlIntersections()
    const rows = Array.from({ length: 20 }, (_, index) =>
      buildRiskRow({ id: `c-${index}`, name: `澜山演示${index}号` }),
    )
    answer('riskSearch', buildRiskAnswer({ list: rows, total: 21 }))
    const { user } = renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    answerStatus('riskSearch', 503)
    await show(end, true)
    expect(await screen.findByText('加载失败')).toBeTruthy()
    const calls = answer('riskSearch', buildRiskAnswer({ list: [buildRiskRow({ id: 'c-21' })], total: 21, page: 2 }))
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('已显示全部 21 家')).toBeTruthy()
    expect(calls.map((call) => call.query['page'])).toEqual(['2'])
  })
})
