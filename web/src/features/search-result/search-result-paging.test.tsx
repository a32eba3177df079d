import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildHits, buildSearchAnswer, filterOptions } from '../../../test/company-builders.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold } from '../../../test/server.ts'
import { passTime } from '../../../test/time.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-result-page.tsx'

afterEach(() => recentCompanies.clear())

beforeEach(() => {
  mockRowSizes()
  logIn()
  answer('filterOptions', filterOptions)
})

const at = (query: Record<string, string>) => `/search/result?${new URLSearchParams(query).toString()}`

const page = (number: number, total = 45) =>
  buildSearchAnswer({
    list: buildHits(Math.min(20, total - (number - 1) * 20), (number - 1) * 20 + 1),
    page: number,
    total,
  })

describe('the next pages', () => {
  test('load near the end, one at a time, and stop after the last', async () => {
    const show = controlIntersections()
    answer('companySearch', page(1))
    renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    const second = hold('companySearch', page(2))
    await show(end, true)
    await second.reached
    const third = answer('companySearch', page(3))
    await show(end, true)
    expect(third).toEqual([])
    second.release()
    await waitFor(async () => {
      await show(end, true)
      expect(end.textContent).toBe('已显示全部 45 家')
    })
    await show(end, true)
    expect(third.map((call) => call.query['page'])).toEqual(['3'])
  })

  test('load when all pages have loaded again, if the end is in view by then', async () => {
    const show = controlIntersections()
    answer('companySearch', page(1, 40))
    const { queryClient } = renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    const again = hold('companySearch', page(1, 40))
    act(() => void queryClient.invalidateQueries({ queryKey: ['companySearch'] }))
    await again.reached
    await show(end, true)
    const second = answer('companySearch', page(2, 40))
    again.release()
    await waitFor(() => expect(second.map((call) => call.query['page'])).toEqual(['2']))
  })

  test('a failed one keeps the rows and waits for a retry', async () => {
    const show = controlIntersections()
    answer('companySearch', page(1, 40))
    const { user } = renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    answerStatus('companySearch', 503)
    await show(end, true)
    expect(await screen.findByText('加载失败')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '共 40 家' })).toBeTruthy()
    const calls = answer('companySearch', page(2, 40))
    await show(end, true)
    expect(calls).toEqual([])
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(calls.map((call) => call.query['page'])).toEqual(['2']))
  })

  test('a failed one is requested again when the connection returns', async () => {
    const show = controlIntersections()
    answer('companySearch', page(1, 40))
    renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    answerStatus('companySearch', 503)
    await show(end, true)
    await screen.findByText('加载失败')
    const calls = answer('companySearch', page(2, 40))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(calls.map((call) => call.query['page'])).toEqual(['2']))
  })

  test('the limit of the list shows at the end', async () => {
    answer('companySearch', buildSearchAnswer({ list: buildHits(1000), page: 50, total: 1000, totalCapped: true }))
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('仅显示前 1,000 家，请补充关键词或筛选')).toBeTruthy()
  })
})

describe('caching', () => {
  test('the page stays unchanged behind another page and sends no request on return', async () => {
    const calls = answer('companySearch', buildSearchAnswer({ list: buildHits(3) }))
    const { router, container } = renderApp(at({ keyword: '澜山', status: '存续' }))
    await screen.findByRole('heading', { name: '共 3 家' })
    const list = container.querySelector('main')
    await act(() => router.navigate('/ai?keyword=别的'))
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { name: '共 3 家' })).toBeTruthy()
    expect(container.querySelector('main')).toBe(list)
    expect(calls.map((call) => call.query['keyword'])).toEqual(['澜山'])
  })

  test('keeps a long list while a company is read, and reloads it for a new search', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const show = controlIntersections()
    answer('companySearch', page(1))
    const { goTo } = renderApp(at({ keyword: '澜山' }))
    const end = await screen.findByText('正在加载…')
    const calls = answer('companySearch', page(2))
    await show(end, true)
    await show(end, false)
    await waitFor(() => expect(calls).toHaveLength(1))
    await goTo('/ai')
    passTime(10 * 60_000)
    await goTo(-1)
    expect(await screen.findByRole('heading', { name: '共 45 家' })).toBeTruthy()
    expect(calls).toHaveLength(1)
    const again = answer('companySearch', page(1))
    await goTo('/ai')
    await goTo(at({ keyword: '澜山' }))
    await waitFor(() => expect(again.map((call) => call.query['page'])).toEqual(['1']))
  })
})
