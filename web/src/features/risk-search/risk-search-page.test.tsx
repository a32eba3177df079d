import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildRiskAnswer } from '../../../test/company-builders.ts'
import { answerHome, buildCoverage } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus } from '../../../test/server.ts'
import { riskListPath, riskSearchPath } from './risk-params.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './risk-search-page.tsx'

const history = { viewHistoryList: [{ id: 's-1', companyName: '澜山演示', searchedAt: '2026-11-20T01:00:00.000Z' }] }
const listOf = (keyword: string) => `/riskList?${new URLSearchParams({ keyword }).toString()}`
const field = () => screen.findByRole<HTMLInputElement>('searchbox')

beforeEach(() => void answer('coverage', buildCoverage()))

function open(address = '/riskSearch') {
  logIn()
  answer('searchHistory', history)
  answer('riskSearch', buildRiskAnswer())
  const savedSearches = answer('saveSearchHistory', null)
  return { savedSearches, ...renderApp(address) }
}

test('sends a visitor to login and back', async () => {
  answerHome()
  const { currentUrl } = renderApp('/home', '/riskSearch')
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(sessionStorage.getItem('savedRoute')).toContain('/riskSearch')
})

test('focuses the field with the keyword of the URL', async () => {
  open('/riskSearch?keyword=澜山')
  const input = await field()
  expect(input.value).toBe('澜山')
  await waitFor(() => expect(document.activeElement).toBe(input))
})

test('states the coverage of the store and opens its groups', async () => {
  const { user } = open()
  const line = await screen.findByRole('button', { name: /^收录/ })
  expect(line.textContent).toBe('收录 5,580 家企业，数据截至 2026-06上市公司 4,930 家 ·\u00a0民营 500 强等 650 家')
  await user.click(line)
  expect(await screen.findByRole('dialog', { name: '收录范围' })).toBeTruthy()
})

test.each([
  ['that fails', () => answerStatus('coverage', 500)],
  ['of an empty store', () => answer('coverage', { companies: 0, groups: [] })],
])('a coverage %s leaves its line out', async (_name, arrange) => {
  arrange()
  open()
  expect(await screen.findByRole('button', { name: '11 类司法与经营风险 · 说明' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^收录/ })).toBeNull()
})

test('what is searched is one line, which opens to its explanation', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '11 类司法与经营风险 · 说明' }))
  const sheet = within(await screen.findByRole('dialog', { name: '查询范围' }))
  expect(sheet.getByText(/失信被执行人、被执行人、限制高消费/)).toBeTruthy()
  expect(sheet.getByText(/不代表没有记录/)).toBeTruthy()
})

test('submits the trimmed text and saves it to the search history', async () => {
  const { user, arrivesAt, savedSearches } = open()
  await user.type(await field(), '  云岚 {Enter}')
  await arrivesAt(listOf('云岚'))
  await waitFor(() => expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: '云岚' }]))
})

test('keeps the kind of the URL for the list and states it', async () => {
  const { user, arrivesAt } = open(riskSearchPath({ kind: 'dishonestExecutor' }))
  expect((await field()).placeholder).toBe('输入企业名称，查失信被执行人')
  expect(screen.getByText('仅查有“失信被执行人”记录的企业')).toBeTruthy()
  await user.type(await field(), '云岚{Enter}')
  await arrivesAt(riskListPath({ keyword: '云岚', kind: 'dishonestExecutor' }))
})

test('searches all kinds again after the kind is cleared, and keeps the text', async () => {
  const { user, arrivesAt } = open(riskSearchPath({ kind: 'dishonestExecutor' }))
  await user.type(await field(), '云岚')
  await user.click(screen.getByRole('button', { name: '查全部风险' }))
  await arrivesAt(riskSearchPath({ keyword: '云岚' }))
  expect((await field()).value).toBe('云岚')
  expect(screen.queryByText(/^仅查有/)).toBeNull()
})

test('does nothing when there is nothing to search for', async () => {
  const { user, currentUrl, savedSearches } = open()
  await user.type(await field(), '   {Enter}')
  expect(currentUrl()).toBe('/riskSearch')
  expect(savedSearches).toEqual([])
})

test('searches again from the history, whose entries can be deleted', async () => {
  const { user, arrivesAt, goTo } = open()
  await user.click(await screen.findByRole('button', { name: '澜山演示' }))
  await arrivesAt(listOf('澜山演示'))
  await goTo(-1)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  const deleted = answer('deleteSearchHistory', null)
  answer('searchHistory', { viewHistoryList: [] })
  await user.click(screen.getByRole('button', { name: '删除澜山演示' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '搜索历史' })).toBeNull())
  expect(deleted.map((call) => call.body)).toEqual([{ id: 's-1' }])
})
