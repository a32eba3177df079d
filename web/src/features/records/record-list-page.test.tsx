import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { buildRecordDetail, buildRecordList, buildRecordRow, buildRecordRows } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'
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
