import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { buildRecordDetail, buildRecordList, buildRecordRow, buildRecordRows } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, handle, hold, refuse } from '../../../test/server.ts'
import { clearSession } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './record-list-page.tsx'
import './record-page.tsx'

const at = '/legalRisk/dishonestExecutor?companyId=c-example'
const company = {
  id: 'c-example',
  name: '澜山演示贸易有限公司',
  region: '演示东省演示市',
  creditCode: '91990001MA0TE5T16H',
  isDemo: true,
}
const card = () => screen.findByRole('article')

beforeEach(() => {
  mockRowSizes(218)
  logIn()
})

describe('the list', () => {
  test('shows company, explanation, facts and sources', async () => {
    const calls = answer('dishonestExecutorList', buildRecordList('dishonestExecutor', { company }))
    renderApp(at)
    const row = within(await card())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('失信被执行人')
    const link = screen.getByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(link.getAttribute('href')).toBe('/company/detail?id=c-example&tab=overview')
    expect(link.textContent).toBe('澜山演示贸易有限公司演示东省演示市代码尾号 T16H')
    expect(screen.getByText('演示数据：本页企业、人物与案件均为虚构')).toBeTruthy()
    expect(screen.getByText(/与“被执行人”不同/)).toBeTruthy()
    expect(row.getByRole('heading').textContent).toBe('（2026）演0101执1234号')
    expect(row.getByText('涉案金额').nextElementSibling?.textContent).toBe('300\u00a0元')
    expect(row.getByText('演示数据').parentElement?.textContent).toBe('来源：演示数据，数据截至 2026-06-30')
    expect(row.getByRole('link', { name: /详情/ }).getAttribute('href')).toBe(
      '/legalRisk/dishonestExecutorDetail?id=r-example&companyId=c-example',
    )
    expect(row.getByRole('link', { name: '纠错' }).getAttribute('href')).toBe(
      '/user/feedback?companyId=c-example&recordKind=dishonestExecutor&recordId=r-example',
    )
    expect(screen.getByText('已显示全部 · 数据截至 2026-06-30')).toBeTruthy()
    expect(calls.map((call) => call.query)).toEqual([{ companyId: 'c-example', view: 'current', page: '1' }])
  })

  test('takes tabs and rows from one response', async () => {
    const calls = answer(
      'dishonestExecutorList',
      buildRecordList('dishonestExecutor', { counts: { current: 1, disputed: 2, history: 3 } }),
    )
    renderApp(at)
    await card()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前1', '异议处理中2', '历史3'])
    expect(calls).toHaveLength(1)
  })

  test('has no tab of disputed records when there are none', async () => {
    answer('dishonestExecutorList', buildRecordList('dishonestExecutor'))
    renderApp(at)
    await card()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前1', '历史0'])
  })

  test('keeps view and filters in the URL without adding history entries', async () => {
    const facets = [
      {
        name: 'year',
        label: '立案年份',
        options: [
          { value: '2026', count: 1 },
          { value: '2025', count: 4 },
        ],
      },
    ]
    const calls = answer('dishonestExecutorList', buildRecordList('dishonestExecutor', { facets }))
    const { user, currentUrl, arrivesAt, router } = renderApp('/home', at)
    await card()
    await user.click(screen.getByRole('button', { name: '立案年份' }))
    await user.click(await screen.findByRole('button', { name: '20254 条' }))
    await arrivesAt(`${at}&year=2025`)
    expect(screen.getByRole('button', { name: '立案年份：2025', pressed: true })).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /历史/ }))
    await arrivesAt(`${at}&view=history`)
    expect(router.state.historyAction).toBe('REPLACE')
    expect(currentUrl()).not.toContain('year')
    await waitFor(() =>
      expect(calls.map(({ query: { view, year } }) => [view, year])).toEqual([
        ['current', undefined],
        ['current', '2025'],
        ['history', undefined],
      ]),
    )
  })

  test('toggles a filter with one value without a sheet', async () => {
    const facets = [{ name: 'labour', label: '劳动争议', options: [{ value: '劳动争议', count: 2 }] }]
    answer('courtAnnouncementList', buildRecordList('courtAnnouncement', { facets }))
    const place = '/legalRisk/courtAnnouncement?companyId=c-example'
    const { user, arrivesAt } = renderApp(place)
    await user.click(await screen.findByRole('button', { name: '劳动争议 2', pressed: false }))
    await arrivesAt(`${place}&labour=${encodeURIComponent('劳动争议')}`)
    await user.click(await screen.findByRole('button', { name: '劳动争议 2', pressed: true }))
    await arrivesAt(place)
  })

  test('requests the next page near the end, and none after the last', async () => {
    const show = controlIntersections()
    answer(
      'dishonestExecutorList',
      buildRecordList('dishonestExecutor', { list: buildRecordRows('dishonestExecutor', 20), total: 21 }),
    )
    renderApp(at)
    const end = await screen.findByText('正在加载…')
    const row = buildRecordRow('dishonestExecutor', { id: 'r-21' })
    const next = answer(
      'dishonestExecutorList',
      buildRecordList('dishonestExecutor', { list: [row], total: 21, page: 2 }),
    )
    await show(end, true)
    expect(await screen.findByText(/已显示全部/)).toBeTruthy()
    expect(next.map((call) => call.query['page'])).toEqual(['2'])
  })

  test('counts the hearings to come apart from those held', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T04:00:00.000Z'), toFake: ['Date'] })
    const days = ['2026-11-25 09:30', '2026-11-21 16:00', '2018-03-01 09:00']
    const list = days.map((hearingAt, index) =>
      buildRecordRow('courtAnnouncement', { id: `r-${index}`, fields: { hearingAt } }),
    )
    answer('courtAnnouncementList', buildRecordList('courtAnnouncement', { list }))
    renderApp('/legalRisk/courtAnnouncement?companyId=c-example')
    expect(await screen.findByText('即将 1 · 已开庭 2')).toBeTruthy()
  })

  test('shows the number of records that cannot be assigned because of namesakes', async () => {
    answer('dishonestExecutorList', buildRecordList('dishonestExecutor', { namesakes: 2 }))
    renderApp(at)
    expect(await screen.findByText('另有 2 条记录仅注明企业名称且存在同名企业，未计入')).toBeTruthy()
  })
})

test('restores the scroll position on return and starts a new visit at the top', async () => {
  const scrolledTo = vi.spyOn(window, 'scrollTo')
  answer('dishonestExecutorList', buildRecordList('dishonestExecutor'))
  answer('dishonestExecutorDetail', buildRecordDetail('dishonestExecutor'))
  const { user, goTo, router } = renderApp('/home', at)
  await card()
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 640 })
  onTestFinished(() => void Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 }))
  window.dispatchEvent(new Event('scroll'))
  await user.click(screen.getByRole('link', { name: /详情/ }))
  await screen.findByText('提交异议')
  await goTo(-1)
  await card()
  await waitFor(() => expect(scrolledTo.mock.lastCall).toEqual([0, 640]))
  await goTo(router.state.location)
  await waitFor(() => expect(scrolledTo.mock.lastCall).toEqual([0, 0]))
})

const none = { current: 0, disputed: 0, history: 0 }
const empty = (overrides: Parameters<typeof buildRecordList>[1] = {}) =>
  buildRecordList('dishonestExecutor', { list: [], total: 0, counts: none, company, ...overrides })

describe('without rows', () => {
  test('not connected: leads to 官方核查, names the official site and shows no count', async () => {
    answer('dishonestExecutorList', empty({ connected: false, feeds: [] }))
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '未接入该数据源' })).toBeTruthy()
    const site = screen.getByRole('link', { name: /^中国执行信息公开网，/ })
    expect(site.getAttribute('href')).toBe('https://zxgk.court.gov.cn/')
    expect(site.getAttribute('rel')).toContain('noopener')
    const checks = screen.getByRole('link', { name: '官方核查' }).getAttribute('href')
    expect(checks).toBe('/company/check?id=c-example')
    expect(screen.getByText('暂未接入该企业的失信被执行人数据，无法判断是否有相关记录')).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前', '历史'])
  })

  test('connected without records: shows date and sources, and never states that there is no risk', async () => {
    const feed = { sourceId: 'e', sourceName: '演示执行信息网', sourceUrl: null, asOf: '2026-11-18' }
    answer('dishonestExecutorList', empty({ feeds: [feed] }))
    const { container } = renderApp(at)
    expect(await screen.findByRole('heading', { name: '截至 2026-11-18 未查询到' })).toBeTruthy()
    expect(screen.getByText('在演示执行信息网中未查询到该企业的失信被执行人记录')).toBeTruthy()
    expect(container.textContent).not.toContain('无风险')
  })

  test('not connected with past records: states no current 0', async () => {
    answer('dishonestExecutorList', empty({ connected: false, feeds: [], counts: { ...none, history: 2 } }))
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '历史 2 条' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '查看历史 2 条' })).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前', '历史2'])
  })

  test('connected for some years: states the period and no 0 in the tabs', async () => {
    const limits = [{ items: [], from: '2020', to: '2022' }]
    answer('dishonestExecutorList', empty({ limits }))
    renderApp(at)
    expect(await screen.findByText('仅含 2020 至 2022')).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前', '历史'])
  })

  test.each([
    ['current', { ...none, disputed: 1 }, '当前 0 条，异议处理中 1 条'],
    ['current', { ...none, history: 3 }, '当前 0 条，历史 3 条'],
    ['current', { current: 0, disputed: 2, history: 3 }, '当前 0 条，异议处理中 2 条，历史 3 条'],
    ['disputed', { ...none, history: 3 }, '异议处理中 0 条，历史 3 条'],
    ['history', { ...none, current: 1 }, '历史 0 条，当前 1 条'],
  ])('nothing in %s of %o: %s', async (view, counts, sentence) => {
    answer('dishonestExecutorList', empty({ counts }))
    const { container } = renderApp(`${at}&view=${view}`)
    expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
    expect(container.textContent).not.toContain('未查询到')
  })

  test('no current records: links to disputed and past ones', async () => {
    answer('dishonestExecutorList', empty({ counts: { current: 0, disputed: 1, history: 3 } }))
    const { user, arrivesAt } = renderApp(at)
    expect(await screen.findByRole('button', { name: '查看异议处理中 1 条' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '查看历史 3 条' }))
    await arrivesAt(`${at}&view=history`)
  })

  test('no records with the filter: removes the filter', async () => {
    const facets = [{ name: 'year', label: '立案年份', options: [{ value: '2026', count: 1 }] }]
    answer('dishonestExecutorList', empty({ facets, counts: { current: 1, disputed: 0, history: 0 } }))
    const { user, arrivesAt } = renderApp(`${at}&year=1999`)
    expect(await screen.findByRole('heading', { name: '没有符合条件的记录' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '立案年份：1999' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '清除筛选' }))
    await arrivesAt(at)
  })

  test('no record in any list: states it for the view', async () => {
    answer('dishonestExecutorList', empty())
    renderApp(`${at}&view=history`)
    expect(await screen.findByText(/未查询到该企业的失信被执行人历史记录/)).toBeTruthy()
  })
})

describe('other states', () => {
  test('loads with a skeleton', async () => {
    const { release } = hold('dishonestExecutorList', buildRecordList('dishonestExecutor'))
    renderApp(at)
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await card()).toBeTruthy()
  })

  test('keeps company and tabs while another view loads, but not its rows', async () => {
    answer(
      'dishonestExecutorList',
      buildRecordList('dishonestExecutor', { counts: { current: 1, disputed: 0, history: 1 } }),
    )
    const { user } = renderApp(at)
    await card()
    const { release } = hold('dishonestExecutorList', buildRecordList('dishonestExecutor'))
    await user.click(screen.getByRole('tab', { name: /历史/ }))
    expect(await screen.findByText('正在加载')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.getByRole('link', { name: /澜山演示贸易有限公司/ })).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['当前1', '历史1'])
    release()
    await card()
  })

  test('failed: shows the reason and retries', async () => {
    answerStatus('dishonestExecutorList', 500)
    const { user } = renderApp(at)
    const failed = within(await screen.findByRole('alert'))
    expect(failed.getByText('服务器内部错误')).toBeTruthy()
    answer('dishonestExecutorList', buildRecordList('dishonestExecutor'))
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await card()).toBeTruthy()
  })

  test('a missing company', async () => {
    refuse('dishonestExecutorList', 4040, '未找到')
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
  })

  test('a URL without a company sends no request', async () => {
    renderApp('/legalRisk/dishonestExecutor')
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
  })

  test('an expired session ends locally, and login returns here', async () => {
    answerHome()
    for (const key of ['dishonestExecutorList', 'userDetail'] as const) refuse(key, 403, '未登录')
    const { arrivesAt } = renderApp('/home', at)
    await arrivesAt('/home')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(sessionStorage.getItem('savedRoute')).toContain('"path":"/legalRisk/dishonestExecutor"')
  })
})

test('sends a visitor to login and back without requesting the list', async () => {
  clearSession()
  answer('captcha', buildCaptcha())
  const calls: Request[] = []
  handle('dishonestExecutorList', ({ request }) => {
    calls.push(request)
    return new Response()
  })
  const { currentUrl } = renderApp('/home', at)
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(sessionStorage.getItem('savedRoute')).toContain('"companyId":"c-example"')
  expect(calls).toEqual([])
})
