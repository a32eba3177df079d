import { jumpType } from '@baiqicha/contract/home'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildViewedCompany, saveViewedCompany } from '../../../test/company-builders.ts'
import { answerHome, buildBanner, buildHomeConfig, latestCompanies } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { clearSession } from '../../platform/session/session-store.ts'

const answerHistory = (...names: string[]) =>
  answer('searchHistory', {
    viewHistoryList: names.map((companyName, index) => ({ id: `s-${index}`, companyName, searchedAt: '' })),
  })

const viewed = buildViewedCompany({ id: 'c-21', name: '松间演示文化传媒有限公司' })
const scrollTo = (y: number) =>
  act(() => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y)
    window.dispatchEvent(new Event('scroll'))
  })
const searchBox = () => screen.getByRole('searchbox', { name: '搜索企业' })
const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

test('the root URL opens Home', async () => {
  answerHome()
  const { currentUrl } = renderApp('/')
  await screen.findByText('云岚演示软件有限公司')
  expect(currentUrl()).toBe('/home')
  expect(document.title).toBe('首页 - 百企查')
})

test('three function cards link to risk, leads and dishonest debtors', async () => {
  answerHome()
  renderApp('/home')
  const links = within(await screen.findByRole('navigation', { name: '功能' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/riskSearch', '/phoneSearch', '/peopleSearch'])
})

test('the ranking shows five skeleton rows while loading, then ranked rows', async () => {
  answerHome()
  const { release } = hold('recentRegisterList', latestCompanies)
  renderApp('/home')
  await screen.findByText('公告一')
  const panel = screen.getByRole('tabpanel', { name: '最新注册企业' })
  expect(panel.querySelectorAll('[aria-busy="true"] > div')).toHaveLength(5)
  release()
  const row = await screen.findByRole('link', { name: /第1名云岚演示软件有限公司/ })
  expect(row.getAttribute('href')).toBe('/company/detail?id=c-11&tab=overview')
})

test('an empty ranking has an empty state', async () => {
  answerHome()
  answer('recentRegisterList', [])
  renderApp('/home')
  await screen.findByRole('heading', { name: '暂无最新注册企业' })
})

test('a failed ranking shows the reason and the companies viewed before, and loads on 重试', async () => {
  answerHome()
  breakNetwork('recentRegisterList')
  saveViewedCompany({ id: 'c-31', name: '远帆演示新能源有限公司' })
  const { user } = renderApp('/home')
  const failed = await screen.findByRole('alert')
  expect(failed.textContent).toContain('网络连接失败，请检查你的网络设置')
  expect(screen.getByRole('link', { name: /远帆演示新能源有限公司.*已离线保存/ })).toBeTruthy()
  recentCompanies.clear()
  answer('recentRegisterList', latestCompanies)
  await user.click(within(failed).getByRole('button', { name: '重试' }))
  await screen.findByText('云岚演示软件有限公司')
})

test('Home works without its configuration', async () => {
  answerHome()
  answerStatus('homeConfig', 500)
  renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  await waitFor(() => expect(screen.queryByRole('region', { name: '推荐' })).toBeNull())
  expect(screen.getByText('服务器内部错误')).toBeTruthy()
})

test('the sticky search appears only after more than 200 px', async () => {
  answerHome()
  renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  scrollTo(201)
  await waitFor(() => expect(screen.getAllByRole('searchbox')).toHaveLength(2))
  scrollTo(200)
  expect(screen.getAllByRole('searchbox')).toHaveLength(1)
  scrollTo(201)
  expect(screen.getAllByRole('searchbox')).toHaveLength(2)
  scrollTo(0)
  expect(screen.getAllByRole('searchbox')).toHaveLength(1)
})

test('shows only the first notice; a tap opens its full text', async () => {
  answerHome()
  const [first] = buildHomeConfig().noticeList
  const second = { id: 'n-2', title: '公告二', content: '', type: 'info', link: null, startAt: null, endAt: null }
  answer('homeConfig', buildHomeConfig({ noticeList: first === undefined ? [] : [first, second] }))
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /公告一/ }))
  const sheet = await screen.findByRole('dialog', { name: '公告' })
  expect(within(sheet).getByText('公告一的全文')).toBeTruthy()
  expect(screen.queryByText('公告二')).toBeNull()
})

test('shows the login bar to visitors only', async () => {
  answerHome()
  const { user, arrivesAt, unmount } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: '登录/注册' }))
  await arrivesAt('/login')
  unmount()
  logIn()
  renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  expect(screen.queryByRole('button', { name: '登录/注册' })).toBeNull()
})

test('the robot opens the assistant', async () => {
  answerHome()
  logIn()
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: '百言助手' }))
  await arrivesAt('/ai')
})

test('dragging the robot is no tap', async () => {
  answerHome()
  logIn()
  const { user, currentUrl, arrivesAt } = renderApp('/home')
  const robot = await screen.findByRole('button', { name: '百言助手' })
  await user.pointer([
    { keys: '[MouseLeft>]', target: robot, coords: { clientX: 1000, clientY: 500 } },
    { target: robot, coords: { clientX: 10, clientY: 300 } },
    { keys: '[/MouseLeft]', target: robot, coords: { clientX: 10, clientY: 300 } },
  ])
  expect(currentUrl()).toBe('/home')
  await user.click(robot)
  await arrivesAt('/ai')
})

test('shows the recent tab only when companies were viewed', async () => {
  answerHome()
  logIn()
  renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  expect(tabNames()).toEqual(['最近上市', '最新注册企业'])
})

test('keeps the selected tab for the session, and 查看更多 follows it', async () => {
  answerHome()
  answer('recentBrowseList', [viewed])
  logIn()
  const { user, unmount } = renderApp('/home')
  await user.click(await screen.findByRole('tab', { name: '最近浏览' }))
  expect(screen.getByRole('link', { name: /查看更多/ }).getAttribute('href')).toBe('/companyList?tab=recent')
  unmount()
  renderApp('/home')
  const panel = await screen.findByRole('tabpanel', { name: '最近浏览' })
  await within(panel).findByText('松间演示文化传媒有限公司')
  expect(screen.getByRole('tab', { name: '最近浏览' }).getAttribute('aria-selected')).toBe('true')
})

test('drops the saved tab when nothing was viewed', async () => {
  answerHome()
  sessionStorage.setItem('homeRankingTab', 'recent')
  logIn()
  renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  expect(sessionStorage.getItem('homeRankingTab')).toBeNull()
})

test('drops the saved tab on logout', async () => {
  answerHome()
  answer('recentBrowseList', [viewed])
  logIn()
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('tab', { name: '最近浏览' }))
  act(() => clearSession())
  expect(tabNames()).toEqual(['最近上市', '最新注册企业'])
  expect(sessionStorage.getItem('homeRankingTab')).toBeNull()
})

test('shows at most three banners', async () => {
  answerHome()
  const bannerList = ['一', '二', '三', '四'].map((n) => buildBanner({ id: n, title: `横幅${n}` }))
  answer('homeConfig', buildHomeConfig({ bannerList }))
  renderApp('/home')
  const banners = within(await screen.findByRole('region', { name: '推荐' })).getAllByRole('button')
  expect(banners.map((banner) => banner.textContent)).toEqual(['横幅一副题', '横幅二副题', '横幅三副题'])
})

test.each([
  [
    'searches for its jumpUrl',
    { jumpType: jumpType.search, jumpUrl: '比亚迪' },
    '/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA',
  ],
  ['opens a page of ours', { jumpType: jumpType.open, jumpUrl: '/ai' }, '/ai'],
  [
    'does not open an address that is neither ours nor https',
    { jumpType: jumpType.open, jumpUrl: 'javascript:alert(1)' },
    '/home',
  ],
  ['of type 2 stays', { jumpType: jumpType.soon, jumpUrl: '/ai' }, '/home'],
])('a banner %s', async (_name, banner, expected) => {
  answerHome()
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('coverage', { companies: 0, groups: [] })
  answer('saveSearchHistory', null)
  answer('homeConfig', buildHomeConfig({ bannerList: [buildBanner(banner)] }))
  logIn()
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /横幅/ }))
  await arrivesAt(expected)
})

test('a banner of type 2 shows 敬请期待!', async () => {
  answerHome()
  answer('homeConfig', buildHomeConfig({ bannerList: [buildBanner({ jumpType: jumpType.soon })] }))
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /横幅/ }))
  expect(screen.getByText('敬请期待!')).toBeTruthy()
})

test('a banner that needs a session sends a visitor to login first', async () => {
  answerHome()
  const banner = buildBanner({ jumpType: jumpType.open, jumpUrl: '/user/info', login: true })
  answer('homeConfig', buildHomeConfig({ bannerList: [banner] }))
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: /横幅/ }))
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user/info"')
})

test('a failed search history is only logged', async () => {
  answerHome()
  answerStatus('searchHistory', 500)
  logIn()
  renderApp('/home')
  await waitFor(() => expect(globalThis.console.warn).toHaveBeenCalledWith('search history was not read: http'))
  expect(screen.queryByText('服务器内部错误')).toBeNull()
  expect(searchBox().getAttribute('placeholder')).toBe('请输入企业名称/简称')
})

test('the placeholder uses names from the search history and resets on logout', async () => {
  answerHome()
  answerHistory('澜山演示精密制造集团股份有限公司')
  logIn()
  renderApp('/home')
  await waitFor(() => expect(searchBox().getAttribute('placeholder')).toBe('澜山演示精密制造集团股份有…'))
  act(() => clearSession())
  expect(searchBox().getAttribute('placeholder')).toBe('请输入企业名称/简称')
})
