import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildHit, buildHits, buildSearchAnswer } from '../../../test/company-builders.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-result-page.tsx'

beforeEach(() => {
  mockRowSizes()
  logIn()
  answer('filterOptions', {
    regions: [{ code: '99', name: '演示省', children: [{ code: '9901', name: '演示市' }] }],
    industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
  })
  answer('coverage', {
    companies: 5412,
    sources: [{ id: 'l', name: '名单', scope: 'A 股上市公司', url: null, asOf: '2026-06', companies: 5412 }],
  })
})

const at = (query: Record<string, string>) => `/search/result?${new URLSearchParams(query).toString()}`

/** Opens a search that finds nothing. */
function openEmpty(keyword = '演示跳动') {
  answer('companySearch', buildSearchAnswer({ list: [] }))
  return renderApp(at({ keyword }))
}

test('an empty result gives the reason before anything else', async () => {
  openEmpty()
  const reason = await screen.findByText(/^目前收录/)
  expect(reason.closest('[role="status"]')?.textContent).toMatch(
    /^没有找到“演示跳动”目前收录 5,412 家企业：A 股上市公司，数据截至 2026-06；“演示跳动”未收录，不代表不存在/,
  )
  expect(screen.getByText('已检索名称、曾用名、简称、代码、人员、经营范围、地址和电话')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '清除筛选' })).toBeNull()
})

test('an empty result links to the official register and back to the field', async () => {
  const { user, currentUrl } = openEmpty()
  const register = await screen.findByRole('link', { name: /国家企业信用信息公示系统/ })
  expect(register.getAttribute('href')).toBe('https://www.gsxt.gov.cn/')
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  answer('companySuggest', { list: [] })
  await user.click(screen.getByRole('button', { name: '修改关键词' }))
  await waitFor(() => expect(currentUrl()).toBe(`/search?${new URLSearchParams({ keyword: '演示跳动' }).toString()}`))
})

test('an empty result states the reason without the coverage when it fails to load', async () => {
  answerStatus('coverage', 503)
  openEmpty()
  expect((await screen.findByText(/未收录，不代表不存在/)).textContent).toBe('“演示跳动”未收录，不代表不存在')
})

test('a long keyword is cut in the sentences', async () => {
  openEmpty('演'.repeat(120))
  expect(await screen.findByRole('heading', { name: `没有找到“${'演'.repeat(20)}…”` })).toBeTruthy()
})

test('a single hit leads to its risks and to companies of its region and industry', async () => {
  answer('companySearch', buildSearchAnswer({ list: [buildHit({ region: '演示省演示市', industry: '批发业' })] }))
  renderApp(at({ keyword: '澜山' }))
  const steps = within(await screen.findByRole('region', { name: '相关查询' }))
  await waitFor(() => expect(steps.getAllByRole('link')).toHaveLength(3))
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['企业风险', '/company/detail?id=c-1&tab=legalRisk'],
    ['同地区企业演示省演示市', at({ keyword: '公司', region: '9901' })],
    ['同行业企业批发业', at({ keyword: '公司', industry: '51' })],
  ])
})

test('a single hit without region and industry states neither', async () => {
  answer('companySearch', buildSearchAnswer({ list: [buildHit({ region: null, industry: null })] }))
  renderApp(at({ keyword: '澜山' }))
  const steps = within(await screen.findByRole('region', { name: '相关查询' }))
  expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual(['企业风险'])
})

test('a longer result ends without next steps', async () => {
  answer('companySearch', buildSearchAnswer({ list: buildHits(2) }))
  renderApp(at({ keyword: '澜山' }))
  expect(await screen.findByText('已显示全部 2 家')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '相关查询' })).toBeNull()
})
