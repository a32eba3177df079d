import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  buildSearchAnswer,
  buildSuggestion,
  buildViewedCompany,
  hostileTexts,
  saveViewedCompany,
} from '../../../test/company-builders.ts'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-page.tsx'

afterEach(() => recentCompanies.clear())

const searched = (...names: string[]) => ({
  viewHistoryList: names.map((companyName, at) => ({
    id: `s-${at}`,
    companyName,
    searchedAt: '2026-11-20T01:00:00.000Z',
  })),
})

/** Mocks the requests of the search page and of a search. */
function answerSearch() {
  answer('searchHistory', searched('澜山演示', '云岚演示软件'))
  answer('recentBrowseList', [buildViewedCompany({ id: 'c-9', name: '北辰演示供应链有限公司' })])
  answer('companySearch', buildSearchAnswer())
  return answer('saveSearchHistory', null)
}

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: '搜索企业' })

describe('a visitor', () => {
  test('is sent to login, from which back leads to the page before', async () => {
    answerHome()
    answer('captcha', buildCaptcha())
    const { currentUrl, router } = renderApp('/home', '/search?keyword=澜山')
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(JSON.parse(sessionStorage.getItem('savedRoute') ?? '')).toMatchObject({
      path: '/search',
      query: { keyword: '澜山' },
    })
    await act(() => router.navigate(-1))
    expect(currentUrl()).toBe('/home')
    expect(await screen.findByRole('button', { name: '登录/注册' })).toBeTruthy()
  })
})

describe('below an empty field', () => {
  test('shows search history and viewed companies', async () => {
    logIn()
    answerSearch()
    renderApp('/search')
    expect(await screen.findByRole('heading', { name: '搜索历史' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '云岚演示软件' })).toBeTruthy()
    expect((await screen.findByRole('link', { name: /北辰演示供应链有限公司/ })).getAttribute('href')).toBe(
      '/company/detail?id=c-9&tab=overview',
    )
    expect(screen.getByRole('link', { name: '全部' }).getAttribute('href')).toBe('/companyList?tab=recent')
  })

  test('a keyword of the history searches again and becomes the newest', async () => {
    logIn()
    const savedSearches = answerSearch()
    const { user, currentUrl } = renderApp('/search')
    await user.click(await screen.findByRole('button', { name: '澜山演示' }))
    const target = `/search/result?${new URLSearchParams({ keyword: '澜山演示' }).toString()}`
    await waitFor(() => expect(currentUrl()).toBe(target))
    await waitFor(() => expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: '澜山演示' }]))
  })

  test('collapses more than twelve keywords', async () => {
    logIn()
    answerSearch()
    answer('searchHistory', searched(...Array.from({ length: 15 }, (_, at) => `演示词${at}`)))
    const { user } = renderApp('/search')
    expect(await screen.findByRole('button', { name: '演示词11' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '演示词12' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '全部 15 条' }))
    expect(screen.getByRole('button', { name: '演示词14' })).toBeTruthy()
  })

  test('deletes one in edit mode', async () => {
    logIn()
    answerSearch()
    const deleted = answer('deleteSearchHistory', null)
    const { user } = renderApp('/search')
    await user.click(await screen.findByRole('button', { name: '编辑' }))
    answer('searchHistory', searched('云岚演示软件'))
    await user.click(screen.getByRole('button', { name: '删除澜山演示' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除澜山演示' })).toBeNull())
    expect(deleted.map((call) => call.body)).toEqual([{ id: 's-0' }])
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(screen.getByRole('button', { name: '云岚演示软件' })).toBeTruthy()
  })

  test('the bin confirms first; 取消 keeps everything, 清空 deletes all', async () => {
    logIn()
    answerSearch()
    const cleared = answer('deleteAllSearchHistory', null)
    const { user } = renderApp('/search')
    await user.click(await screen.findByRole('button', { name: '清空搜索历史' }))
    const question = await screen.findByRole('alertdialog', { name: '清空搜索历史？' })
    expect(within(question).getByText('将删除全部 2 条搜索记录，不可恢复')).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(cleared).toEqual([])

    await user.click(await screen.findByRole('button', { name: '清空搜索历史' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '清空' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull())
    expect(cleared).toHaveLength(1)
  })

  test('a history that fails to load is omitted silently', async () => {
    logIn()
    answerSearch()
    answerStatus('searchHistory', 500)
    renderApp('/search')
    await screen.findByRole('heading', { name: '最近浏览' })
    expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull()
    expect(screen.queryByText('服务器内部错误')).toBeNull()
  })

  test('falls back to companies in memory when their list fails to load', async () => {
    logIn()
    answerSearch()
    breakNetwork('recentBrowseList')
    renderApp('/search')
    saveViewedCompany({ id: 'c-7', name: '青禾演示生物有限公司' })
    expect(await screen.findByRole('link', { name: /青禾演示生物有限公司.*已离线保存/ })).toBeTruthy()
  })
})

describe('the field', () => {
  test('starts with the keyword of the URL and has the focus', async () => {
    logIn()
    answerSearch()
    answer('companySuggest', { list: [] })
    renderApp('/search?keyword=澜山')
    const input = await field()
    expect(input.value).toBe('澜山')
    await waitFor(() => expect(document.activeElement).toBe(input))
  })

  test('submits the trimmed text and saves it', async () => {
    logIn()
    const savedSearches = answerSearch()
    answer('companySuggest', { list: [] })
    const { user, currentUrl } = renderApp('/search')
    await user.type(await field(), '  澜山 {Enter}')
    await waitFor(() =>
      expect(currentUrl()).toBe(`/search/result?${new URLSearchParams({ keyword: '澜山' }).toString()}`),
    )
    await waitFor(() => expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: '澜山' }]))
  })

  test('does nothing when there is nothing to search for', async () => {
    logIn()
    const savedSearches = answerSearch()
    const { user, currentUrl } = renderApp('/search')
    await user.type(await field(), '   {Enter}')
    expect(currentUrl()).toBe('/search')
    expect(savedSearches).toEqual([])
  })

  test('opens the results even when saving the keyword fails', async () => {
    logIn()
    answerSearch()
    breakNetwork('saveSearchHistory')
    answer('companySuggest', { list: [] })
    const { user, currentUrl } = renderApp('/search')
    await user.type(await field(), '澜山{Enter}')
    await waitFor(() => expect(currentUrl()).toContain('/search/result'))
    expect(screen.queryByText('网络连接失败，请检查你的网络设置')).toBeNull()
  })

  test('keeps its text on the way back from the results', async () => {
    logIn()
    answerSearch()
    answer('companySuggest', { list: [buildSuggestion()] })
    const { user, router, currentUrl } = renderApp('/search')
    await user.type(await field(), '澜山{Enter}')
    await waitFor(() => expect(currentUrl()).toContain('/search/result'))
    await act(() => router.navigate(-1))
    expect((await field()).value).toBe('澜山')
  })
})

test.each(Object.entries(hostileTexts))('shows %s in history and rows as text', async (_kind, text) => {
  logIn()
  answerSearch()
  answer('searchHistory', searched(text))
  answer('recentBrowseList', [buildViewedCompany({ name: text, legalRepresentative: text, businessType: text })])
  const { container } = renderApp('/search')
  await screen.findByRole('heading', { name: '最近浏览' })
  await screen.findByRole('heading', { name: '搜索历史' })
  expect(container.querySelector('script, img')).toBeNull()
  expect(container.querySelector('h3')?.textContent).toBe(text)
})
