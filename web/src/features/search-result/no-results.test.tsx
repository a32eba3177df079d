import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildHit, buildHits, buildSearchAnswer, filterOptions } from '../../../test/company-builders.ts'
import { buildCoverage, buildHomeConfig } from '../../../test/home-answers.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { quotedKeyword } from './no-results.tsx'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-result-page.tsx'

const examples = [
  { id: 'c-7', name: '青禾演示生物有限公司' },
  { id: 'c-8', name: '云岚演示软件有限公司' },
  { id: 'c-9', name: '松原演示汽车有限公司' },
]

beforeEach(() => {
  mockRowSizes()
  logIn()
  answer('filterOptions', filterOptions)
  answer('homeConfig', buildHomeConfig({ examples }))
  answer('coverage', buildCoverage())
})

const at = (query: Record<string, string>) => `/search/result?${new URLSearchParams(query).toString()}`

/** Opens a search that finds nothing. */
function openEmpty(keyword = '演示跳动') {
  answer('companySearch', buildSearchAnswer({ list: [] }))
  return renderApp(at({ keyword }))
}

test('an empty result gives the reason before anything else', async () => {
  openEmpty()
  const reason = await screen.findByRole('button', { name: /^收录 5,580 家企业/ })
  expect(reason.closest('[role="status"]')?.textContent).toMatch(
    /^未找到“演示跳动”“演示跳动”暂未收录，不代表不存在收录 5,580 家企业，数据截至 2026-06上市公司 4,930 家 ·\u00a0民营 500 强等 650 家/,
  )
  expect(screen.getByText('已检索名称、曾用名、简称、代码、人员、经营范围、地址和电话')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '清除筛选' })).toBeNull()
})

test('an empty result links to the official register, to three companies and back to the field', async () => {
  const { user, currentUrl } = openEmpty()
  const register = await screen.findByRole('link', { name: /^企业信用公示系统，/ })
  expect(register.getAttribute('href')).toBe('https://www.gsxt.gov.cn/')
  const list = within(await screen.findByRole('region', { name: '示例企业' }))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    examples.map(({ id, name }) => [name, `/company/detail?id=${id}&tab=overview`]),
  )
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  answer('companySuggest', { list: [] })
  await user.click(screen.getByRole('button', { name: '修改关键词' }))
  await waitFor(() => expect(currentUrl()).toBe(`/search?${new URLSearchParams({ keyword: '演示跳动' }).toString()}`))
})

test('an empty result of a filtered search states the coverage and opens its groups', async () => {
  answer('companySearch', buildSearchAnswer({ list: [] }))
  const { user } = renderApp(at({ keyword: '演示跳动', status: '存续' }))
  await user.click(await screen.findByRole('button', { name: /^收录 5,580 家企业/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '收录范围' }))
  expect(sheet.getAllByRole('listitem')).toHaveLength(4)
})

test('an empty result states the reason without coverage and examples when these fail to load', async () => {
  answerStatus('coverage', 503)
  answerStatus('homeConfig', 503)
  openEmpty()
  expect((await screen.findByText(/未收录，不代表不存在/)).textContent).toBe('“演示跳动”暂未收录，不代表不存在')
  expect(screen.queryByRole('button', { name: /^收录/ })).toBeNull()
  expect(screen.queryByRole('region', { name: '示例企业' })).toBeNull()
})

test('申请收录 is recorded once and confirms with the number of users', async () => {
  const calls = answer('requestInclusion', { requests: 3 })
  const { user } = openEmpty()
  const button = await screen.findByRole('button', { name: '申请收录' })
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  const done = await screen.findByRole('button', { name: '已收到申请 · 3 人' })
  await user.click(done)
  expect(calls.map((call) => call.body)).toEqual([{ keyword: '演示跳动' }])
})

test('申请收录 of another keyword is open again', async () => {
  answer('requestInclusion', { requests: 1 })
  const { user, goTo } = openEmpty()
  await user.click(await screen.findByRole('button', { name: '申请收录' }))
  expect(await screen.findByRole('button', { name: /^已收到申请/ })).toBeTruthy()
  await goTo(at({ keyword: '演示头条' }))
  expect(await screen.findByRole('button', { name: '申请收录' })).toBeTruthy()
})

test('申请收录 says why it failed and can be repeated', async () => {
  breakNetwork('requestInclusion')
  const { user } = openEmpty()
  await user.click(await screen.findByRole('button', { name: '申请收录' }))
  const failed = await screen.findByRole('alert')
  expect(failed.textContent).toBe('申请失败：网络连接失败，请检查你的网络设置')
  refuse('requestInclusion', 429, '操作太频繁，请 37 秒后再试')
  await user.click(screen.getByRole('button', { name: '申请收录' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('申请失败：操作太频繁，请 37 秒后再试'))
  answer('requestInclusion', { requests: 1 })
  await user.click(screen.getByRole('button', { name: '申请收录' }))
  expect(await screen.findByRole('button', { name: '已收到申请 · 1 人' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('申请收录 is busy while the request runs', async () => {
  const { release } = hold('requestInclusion', { requests: 1 })
  const { user } = openEmpty()
  const button = await screen.findByRole('button', { name: '申请收录' })
  await user.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  release()
  expect(await screen.findByRole('button', { name: /^已收到申请/ })).toBeTruthy()
})

test('a long keyword is cut in the sentences and in the request', async () => {
  const calls = answer('requestInclusion', { requests: 1 })
  const { user } = openEmpty('演'.repeat(120))
  expect(await screen.findByRole('heading', { name: `未找到“${'演'.repeat(20)}…”` })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '申请收录' }))
  await screen.findByRole('button', { name: /^已收到申请/ })
  expect(calls[0]?.body).toEqual({ keyword: '演'.repeat(100) })
})

test('a single hit leads to its risks and to companies of its region and industry', async () => {
  answer('companySearch', buildSearchAnswer({ list: [buildHit({ region: '演示省演示市', industry: '批发业' })] }))
  renderApp(at({ keyword: '澜山' }))
  const steps = within(await screen.findByRole('region', { name: '相关查询' }))
  await waitFor(() => expect(steps.getAllByRole('link')).toHaveLength(3))
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['企业风险', '/company/detail?id=c-1&tab=legalRisk'],
    ['同地区企业演示省演示市', at({ keyword: '', region: '9901' })],
    ['同行业企业批发业', at({ keyword: '', industry: '51' })],
  ])
})

test('a single hit without region and industry states neither', async () => {
  answer('companySearch', buildSearchAnswer({ list: [buildHit({ region: null, industry: null })] }))
  renderApp(at({ keyword: '澜山' }))
  const steps = within(await screen.findByRole('region', { name: '相关查询' }))
  expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual(['企业风险'])
})

test('a result of few companies offers 申请收录 for the keyword', async () => {
  answer('companySearch', buildSearchAnswer({ list: buildHits(3) }))
  const calls = answer('requestInclusion', { requests: 1 })
  const { user } = renderApp(at({ keyword: '澜山' }))
  const steps = within(await screen.findByRole('region', { name: '相关查询' }))
  expect(steps.queryAllByRole('link')).toEqual([])
  await user.click(steps.getByRole('button', { name: '申请收录' }))
  expect(await steps.findByRole('button', { name: '已收到申请 · 1 人' })).toBeTruthy()
  expect(calls.map((call) => call.body)).toEqual([{ keyword: '澜山' }])
})

test('a longer result ends without next steps', async () => {
  answer('companySearch', buildSearchAnswer({ list: buildHits(4) }))
  renderApp(at({ keyword: '澜山' }))
  expect(await screen.findByText('已显示全部 4 家')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '相关查询' })).toBeNull()
})

test('a sentence quotes up to twenty characters of a keyword', () => {
  expect(quotedKeyword('演'.repeat(20))).toBe('演'.repeat(20))
  expect(quotedKeyword('𠮷'.repeat(21))).toBe(`${'𠮷'.repeat(20)}…`)
})
