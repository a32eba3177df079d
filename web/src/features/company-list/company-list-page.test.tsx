import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCompany, buildViewedCompany, hostileTexts, saveViewedCompany } from '../../../test/company-builders.ts'
import { buildCaptcha } from '../../../test/home-answers.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, hold } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './company-list-page.tsx'

afterEach(() => recentCompanies.clear())

const page = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => buildCompany({ id: `c-${from + at}`, name: `演示第${from + at}公司` }))
const viewed = (...names: string[]) => names.map((name, at) => buildViewedCompany({ id: `v-${at}`, name }))

beforeEach(() => mockRowSizes())

const latestLink = /演示第1公司/

describe('最新注册企业', () => {
  test.each(['/companyList', '/companyList?tab=latest', '/companyList?tab=nonsense'])(
    'is the tab that %s shows',
    async (place) => {
      answer('recentRegisterDetail', page(3))
      renderApp(place)
      expect(await screen.findByRole('link', { name: latestLink })).toBeTruthy()
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe('最新注册企业')
      expect(screen.getByText('已显示全部 3 家')).toBeTruthy()
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('企业榜单')
    },
  )

  test('ranks its rows', async () => {
    answer('recentRegisterDetail', page(3))
    renderApp('/companyList')
    await screen.findByRole('link', { name: latestLink })
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('第1名演示第1公司')
  })

  test('requests the next page after a full one and ends after a short one', async () => {
    const show = controlIntersections()
    answer('recentRegisterDetail', page(20))
    renderApp('/companyList')
    const end = await screen.findByText('正在加载…')
    const next = answer('recentRegisterDetail', page(4, 21))
    await show(end, true)
    expect(await screen.findByText('已显示全部 24 家')).toBeTruthy()
    await show(end, true)
    expect(next.map((call) => call.query)).toEqual([{ page: '2', pageSize: '20' }])
  })

  test('shows a skeleton while loading', async () => {
    const { release } = hold('recentRegisterDetail', page(1))
    renderApp('/companyList')
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await screen.findByRole('link', { name: latestLink })).toBeTruthy()
  })

  test('has an empty state', async () => {
    answer('recentRegisterDetail', [])
    renderApp('/companyList')
    expect(await screen.findByRole('heading', { name: '暂无新注册企业' })).toBeTruthy()
  })

  test('shows its error, the companies viewed before, and a retry', async () => {
    saveViewedCompany({ name: '青禾演示生物有限公司' })
    answerStatus('recentRegisterDetail', 500)
    const { user } = renderApp('/companyList')
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText('服务器内部错误')).toBeTruthy()
    expect(screen.getByRole('link', { name: /青禾演示生物有限公司.*已离线保存/ })).toBeTruthy()
    answer('recentRegisterDetail', page(1))
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('link', { name: latestLink })).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    answer('recentRegisterDetail', [buildCompany({ name: text, businessType: text, legalRepresentative: text })])
    const { container } = renderApp('/companyList')
    await screen.findByText('已显示全部 1 家')
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('最近浏览', () => {
  test('shows the time of each view and no ranks', async () => {
    logIn()
    answer('recentBrowseDetail', viewed('演示甲公司'))
    renderApp('/companyList?tab=recent')
    const row = await screen.findByRole('link', { name: /演示甲公司/ })
    expect(row.textContent).toContain('2026-11-20 浏览')
    expect(within(row).getByRole('heading').textContent).toBe('演示甲公司')
  })

  test('is the title of the page and says how many companies there are', async () => {
    logIn()
    answer('recentBrowseDetail', viewed('演示甲公司', '演示乙公司'))
    renderApp('/companyList?tab=recent')
    expect(await screen.findByText('已显示全部 2 家')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('最近浏览')
    expect(document.title).toContain('企业榜单详情页')
  })

  test('shows a dated legal representative with its year', async () => {
    logIn()
    answer('recentBrowseDetail', [
      buildViewedCompany({ legalRepresentative: '演示乙', legalRepresentativeYear: '2021' }),
    ])
    renderApp('/companyList?tab=recent')
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toContain('法定代表人 演示乙 2021')
  })

  test('the tab is part of the URL', async () => {
    logIn()
    answer('recentRegisterDetail', page(1))
    answer('recentBrowseDetail', viewed('演示甲公司'))
    const { user, currentUrl } = renderApp('/companyList')
    await user.click(await screen.findByRole('tab', { name: '最近浏览' }))
    expect(await screen.findByRole('link', { name: /演示甲公司/ })).toBeTruthy()
    expect(currentUrl()).toBe('/companyList?tab=recent')
  })

  test('deletes one company', async () => {
    logIn()
    answer('recentBrowseDetail', viewed('演示甲公司', '演示乙公司'))
    const { user } = renderApp('/companyList?tab=recent')
    await user.click(await screen.findByRole('button', { name: '管理' }))
    const deleted = answer('deleteViewHistory', null)
    answer('recentBrowseDetail', [buildViewedCompany({ id: 'v-1', name: '演示乙公司' })])
    await user.click(screen.getByRole('button', { name: '删除演示甲公司' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /演示甲公司/ })).toBeNull())
    expect(deleted.map((call) => call.body)).toEqual([{ companyId: 'v-0' }])
    expect(screen.getByRole('link', { name: /演示乙公司/ })).toBeTruthy()
  })

  test('keeps a company whose deletion failed and shows the error', async () => {
    logIn()
    answer('recentBrowseDetail', viewed('演示甲公司'))
    answerStatus('deleteViewHistory', 500)
    const { user } = renderApp('/companyList?tab=recent')
    await user.click(await screen.findByRole('button', { name: '管理' }))
    await user.click(screen.getByRole('button', { name: '删除演示甲公司' }))
    expect(await screen.findByText('服务器内部错误')).toBeTruthy()
    expect(screen.getByRole('link', { name: /演示甲公司/ })).toBeTruthy()
  })

  test('is cleared after a confirmation', async () => {
    logIn()
    answer('recentBrowseDetail', viewed('演示甲公司', '演示乙公司'))
    const cleared = answer('deleteAllViewHistory', null)
    const { user } = renderApp('/companyList?tab=recent')
    await user.click(await screen.findByRole('button', { name: '管理' }))
    await user.click(screen.getByRole('button', { name: '清空全部' }))
    const question = within(await screen.findByRole('alertdialog', { name: '清空浏览记录？' }))
    expect(cleared).toEqual([])
    await user.click(question.getByRole('button', { name: '清空' }))
    expect(await screen.findByRole('heading', { name: '暂无浏览记录' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '完成' })).toBeNull()
    expect(cleared).toHaveLength(1)
  })

  test('links to the search when empty', async () => {
    logIn()
    answer('recentBrowseDetail', [])
    renderApp('/companyList?tab=recent')
    expect(await screen.findByRole('heading', { name: '暂无浏览记录' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '去搜索' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '管理' })).toBeNull()
  })

  test('asks a visitor to log in and sends no request', async () => {
    const calls = answer('recentBrowseDetail', [])
    answer('captcha', buildCaptcha())
    const { user, currentUrl } = renderApp('/companyList?tab=recent')
    await user.click(await screen.findByRole('button', { name: '登录/注册' }))
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(sessionStorage.getItem('savedRoute')).toContain('/companyList')
    expect(calls).toEqual([])
  })
})
