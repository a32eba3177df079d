import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  buildBusinessInfo,
  buildCompanyDetail,
  buildSuggestion,
  buildViewedCompany,
  saveViewedCompany,
} from '../../../test/company-builders.ts'
import { answerHome, buildCaptcha, buildHomeConfig } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus } from '../../../test/server.ts'

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: '搜索企业' })
const suggestions = () => screen.findByRole('region', { name: '联想结果' })

beforeEach(() => {
  answerHome()
  answer('searchHistory', { viewHistoryList: [{ id: 's-1', companyName: '演示科技', searchedAt: '' }] })
  answer('recentBrowseList', [buildViewedCompany({ id: 'c-21', name: '松间演示文化传媒有限公司' })])
  answer('companySuggest', { list: [buildSuggestion({ id: 'c-1', name: '澜山演示贸易有限公司' })] })
  answer('saveSearchHistory', null)
  answer('coverage', { companies: 0, groups: [] })
  for (const id of ['c-1', 'c-9']) {
    answer('companyDetail', buildCompanyDetail({ id }))
    answer('businessInfo', buildBusinessInfo({ id }))
  }
})

test('focusing the box shows history and viewed companies in place', async () => {
  logIn()
  const { user, currentUrl } = renderApp('/home')
  await user.click(await field())
  expect(await screen.findByRole('heading', { name: '搜索历史' })).toBeTruthy()
  const viewed = await screen.findByRole('heading', { name: '最近浏览' })
  expect(viewed.closest('section')?.textContent).toContain('松间演示文化传媒有限公司')
  expect(currentUrl()).toBe('/home')
  expect(document.activeElement).toBe(await field())
})

test.each([
  ['of a user', true],
  ['of a visitor', false],
])('nothing that the panel %s covers can be reached by keyboard', async (_whose, isUser) => {
  if (isUser) logIn()
  localStorage.removeItem('trackingConsent')
  const { user } = renderApp('/home')
  await screen.findByRole('navigation', { name: '主导航' })
  await screen.findByRole('region', { name: '使用统计' })
  await user.click(await field())
  const area = (await field()).closest('[role="presentation"]')
  const reachable = () =>
    Array.from(document.querySelectorAll('a[href], button, input')).filter(
      (control) => area?.contains(control) === false && control.closest('[inert]') === null,
    )
  await waitFor(() => expect(reachable().map((control) => control.textContent)).toEqual([]))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(reachable().length).toBeGreaterThan(5))
})

test('a user who has neither searched nor viewed a company sees examples', async () => {
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  answer('homeConfig', buildHomeConfig({ examples: [{ id: 'c-9', name: '青禾演示生物有限公司' }] }))
  logIn()
  const { user } = renderApp('/home')
  await user.click(await field())
  const example = await screen.findByRole('link', { name: '青禾演示生物有限公司' })
  expect(example.getAttribute('href')).toBe('/company/detail?id=c-9&tab=overview')
})

test('typing shows suggestions; one opens its company and is saved once', async () => {
  const saved = answer('saveSearchHistory', null)
  logIn()
  const { user, arrivesAt } = renderApp('/home')
  await user.type(await field(), '澜山')
  await user.click(within(await suggestions()).getByRole('link', { name: /澜山演示贸易有限公司/ }))
  await arrivesAt('/company/detail?id=c-1&tab=overview')
  await waitFor(() => expect(saved.map((call) => call.body)).toEqual([{ companyName: '澜山演示贸易有限公司' }]))
})

test('arrow keys lead from the box into the suggestions and back', async () => {
  logIn()
  const { user } = renderApp('/home')
  await user.type(await field(), '澜山')
  const link = within(await suggestions()).getByRole('link', { name: /澜山演示贸易有限公司/ })
  fireEvent.keyDown(await field(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(link)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(await field())
})

test.each([
  ['取消', async (press: (name: string) => Promise<void>) => press('取消')],
  ['Escape', async (_press: unknown, key: (keys: string) => Promise<void>) => key('{Escape}')],
])('%s closes the panel and stays on Home', async (_name, close) => {
  logIn()
  const { user, currentUrl, router } = renderApp('/home')
  await user.click(await field())
  await screen.findByRole('heading', { name: '搜索历史' })
  await close(
    async (name) => user.click(screen.getByRole('button', { name })),
    async (keys) => user.keyboard(keys),
  )
  await waitFor(() => expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull())
  expect(currentUrl()).toBe('/home')
  expect(document.activeElement).not.toBe(await field())
  await router.navigate(1)
})

test('keys of an input method neither close the panel nor lead into it', async () => {
  logIn()
  const { user } = renderApp('/home')
  await user.type(await field(), '澜山')
  await suggestions()
  for (const key of ['ArrowDown', 'Escape']) {
    for (const sign of [{ isComposing: true }, { keyCode: 229 }]) fireEvent.keyDown(await field(), { key, ...sign })
  }
  expect(document.activeElement).toBe(await field())
  expect(await suggestions()).toBeTruthy()
})

test('going back closes the panel, and the page behind it does not scroll', async () => {
  logIn()
  const { user, goTo, currentUrl } = renderApp('/home')
  await user.click(await field())
  await screen.findByRole('heading', { name: '搜索历史' })
  expect(document.documentElement.style.overflow).toBe('hidden')
  await goTo(-1)
  await waitFor(() => expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull())
  expect(document.documentElement.style.overflow).toBe('')
  expect(currentUrl()).toBe('/home')
})

test('opening and closing the panel does not fade the page', async () => {
  logIn()
  const { user, goTo } = renderApp('/home')
  await user.click(await field())
  await screen.findByRole('heading', { name: '搜索历史' })
  expect(screen.getByRole('main').className).not.toContain('fading')
  await goTo(-1)
  await waitFor(() => expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull())
  expect(screen.getByRole('main').className).not.toContain('fading')
})

test('going back from the results of a search leads to Home without the panel', async () => {
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  logIn()
  const { user, goTo, arrivesAt } = renderApp('/home')
  await user.type(await field(), '比亚迪{Enter}')
  await arrivesAt('/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA')
  await goTo(-1)
  await arrivesAt('/home')
  await waitFor(() => expect(screen.queryByRole('button', { name: '取消' })).toBeNull())
})

test('a visitor opens a suggestion, and sees the companies of this visit', async () => {
  answer('companySuggest', { list: [buildSuggestion({ id: 'c-9', name: '比亚迪股份有限公司' })] })
  const searches = answer('saveSearchHistory', null)
  saveViewedCompany({ id: 'c-31', name: '远帆演示新能源有限公司' })
  const { user, arrivesAt } = renderApp('/home')
  await user.type(await field(), '比亚')
  const found = await screen.findByRole('link', { name: /比亚迪股份有限公司/ })
  const viewed = screen.getByRole('heading', { name: '最近浏览' }).closest('section')
  expect(viewed?.textContent).toContain('远帆演示新能源有限公司')
  await user.click(found)
  await arrivesAt('/company/detail?id=c-9&tab=overview')
  expect(searches).toEqual([])
})

test('a visitor logs in to see all results of a text', async () => {
  answer('captcha', buildCaptcha())
  const { user, arrivesAt } = renderApp('/home')
  await user.type(await field(), '比亚')
  await user.click(await screen.findByRole('button', { name: '登录后查看“比亚”的全部结果' }))
  await arrivesAt('/login')
})

/** Names of the examples below the field. */
function shownExamples() {
  const section = screen.queryByRole('heading', { name: '示例企业' })?.closest('section')
  return section
    ? within(section)
        .getAllByRole('link')
        .map((link) => link.textContent)
    : []
}

test('without suggestions, a text of a visitor selects among the examples', async () => {
  answerStatus('companySuggest', 503)
  const examples = ['比亚迪股份有限公司', 'TCL科技集团股份有限公司', '青禾演示生物有限公司'].map((name, at) => ({
    id: `c-${at}`,
    name,
  }))
  answer('homeConfig', buildHomeConfig({ examples }))
  const { user } = renderApp('/home')
  await user.click(await field())
  await screen.findByRole('heading', { name: '示例企业' })
  expect(shownExamples()).toEqual(examples.map(({ name }) => name))
  for (const [typed, found] of [
    ['比亚', ['比亚迪股份有限公司']],
    ['科技', ['TCL科技集团股份有限公司']],
    ['tcl', ['TCL科技集团股份有限公司']],
    ['ＴＣＬ', ['TCL科技集团股份有限公司']],
    [' 演示 生物 ', ['青禾演示生物有限公司']],
    ['股份', ['比亚迪股份有限公司', 'TCL科技集团股份有限公司']],
    ['   ', examples.map(({ name }) => name)],
    ['华为', []],
  ] as const) {
    await user.clear(await field())
    await user.type(await field(), typed)
    expect(shownExamples(), typed).toEqual(found)
  }
})

const box = () => screen.findByRole('searchbox', { name: '搜索企业' })

const savedRoute = () => JSON.parse(sessionStorage.getItem('savedRoute') ?? 'null')

function answerSearchPages() {
  answerHome()
  answer('companySuggest', { list: [] })
  answer('saveSearchHistory', null)
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('coverage', { companies: 0, groups: [] })
}

describe('a search from Home', () => {
  test('trims a text, searches for it and saves it once', async () => {
    answerSearchPages()
    const savedSearches = answer('saveSearchHistory', null)
    logIn()
    const { user, arrivesAt } = renderApp('/home')
    await user.type(await box(), '  比亚迪 {Enter}')
    await arrivesAt('/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA')
    await waitFor(() => expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: '比亚迪' }]))
  })

  test('without a text, opens the search page with the suggested name and saves that name in local storage', async () => {
    answerSearchPages()
    answer('searchHistory', { viewHistoryList: [{ id: 's-1', companyName: '演示科技', searchedAt: '' }] })
    logIn()
    const { user, arrivesAt } = renderApp('/home')
    await waitFor(async () => expect((await box()).getAttribute('placeholder')).toBe('演示科技'))
    await user.click(screen.getByRole('button', { name: '查一下' }))
    await arrivesAt(`/search?${new URLSearchParams({ keyword: '演示科技' }).toString()}`)
    expect(localStorage.getItem('search_history')).toBe('演示科技')
  })

  test.each(['', '   '])('without a text or a history (%j) the search page opens empty', async (text) => {
    answerSearchPages()
    logIn()
    const { user, arrivesAt } = renderApp('/home')
    if (text !== '') await user.type(await box(), text)
    await user.click(await screen.findByRole('button', { name: text === '' ? '查一下' : '搜索' }))
    await arrivesAt('/search')
    expect(localStorage.getItem('search_history')).toBe('')
  })

  test('sends a visitor to login and then to the results', async () => {
    answerSearchPages()
    const { user, arrivesAt } = renderApp('/home')
    await user.type(await box(), '比亚迪{Enter}')
    await arrivesAt('/login')
    expect(savedRoute()).toMatchObject({ path: '/search/result', query: { keyword: '比亚迪' }, name: 'searchResult' })
    expect(localStorage.getItem('search_history')).toBeNull()
  })

  test('a visitor who goes back from the login finds the word again', async () => {
    answerSearchPages()
    const { user, arrivesAt, goTo } = renderApp('/home')
    await user.type(await box(), '比亚迪{Enter}')
    await arrivesAt('/login')
    expect(await screen.findByText('登录后继续搜索“比亚迪”')).toBeTruthy()
    await goTo(-1)
    await arrivesAt('/home')
    await waitFor(async () => expect((await box()).getAttribute('value')).toBe('比亚迪'))
  })

  test('after the login of a visitor who searched, Home has an empty field', async () => {
    answerSearchPages()
    const { user, arrivesAt, goTo } = renderApp('/home')
    await user.type(await box(), '比亚迪{Enter}')
    await arrivesAt('/login')
    act(() => logIn())
    await goTo('/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA')
    await goTo(-2)
    await arrivesAt('/home')
    await waitFor(async () => expect((await box()).getAttribute('value')).toBe(''))
  })

  test('sends a visitor without a text to login and then to the search page', async () => {
    answerSearchPages()
    const { user, arrivesAt } = renderApp('/home')
    await user.click(await screen.findByRole('button', { name: '查一下' }))
    await arrivesAt('/login')
    expect(savedRoute()).toMatchObject({ path: '/search', query: {} })
  })
})
