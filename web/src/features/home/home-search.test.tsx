import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer } from '../../../test/server.ts'

const box = () => screen.findByRole('searchbox', { name: '搜索企业' })
const savedRoute = () => JSON.parse(sessionStorage.getItem('savedRoute') ?? 'null')

function answerSearchPages() {
  answerHome()
  answer('companySuggest', { list: [] })
  answer('saveSearchHistory', null)
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('coverage', { companies: 0, groups: [] })
  answer('filterOptions', { regions: [], industries: [] })
}

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
