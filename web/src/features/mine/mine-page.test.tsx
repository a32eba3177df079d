import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildCompany, buildFollow, buildFollowList } from '../../../test/company-builders.ts'
import { answerHome, buildBanner } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser } from '../../../test/server.ts'

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
})

test('sends a visitor to login and back', async () => {
  const { user, arrivesAt } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: '登录/注册' }))
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user"')
  expect(screen.queryByRole('button', { name: '退出登录' })).toBeNull()
})

test('shows a user the masked number and the counts of views and searches', async () => {
  answer('historyCounts', { viewed: 123, searched: 1 })
  logIn()
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  const traces = within(screen.getByRole('navigation', { name: '记录' }))
  const viewed = await traces.findByRole('link', { name: '123最近浏览' })
  expect(viewed.getAttribute('href')).toBe('/companyList?tab=recent')
  expect(traces.getByRole('link', { name: '1搜索历史' }).getAttribute('href')).toBe('/search')
})

test.each([
  [0, '2关注企业', '/user/follow'],
  [3, '2关注企业，3 条新动态', '/user/follow?tab=changes'],
])('with %i new changes the counter of followed companies is %s and leads to %s', async (unreadChanges, name, to) => {
  const rows = [buildFollow({ unread: unreadChanges }), buildFollow({ company: buildCompany({ id: 'c-2' }) })]
  answer('followList', buildFollowList(rows))
  answer('userDetail', buildUser({ unreadChanges }))
  logIn()
  renderApp('/user')
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
})

test.each([
  [{}, '我的'],
  [{ unreadFeedback: 1 }, '我的，有新回复'],
  [{ unreadChanges: 2 }, '我的，有新动态'],
  [{ unreadFeedback: 1, unreadChanges: 2 }, '我的，有新回复，有新动态'],
])('the tab 我的 announces %j as %s', async (unread, name) => {
  answer('userDetail', buildUser(unread))
  answer('followList', buildFollowList([buildFollow({ unread: buildUser(unread).unreadChanges })]))
  logIn()
  renderApp('/user')
  expect(await screen.findByRole('link', { name })).toBeTruthy()
})

const findRelationLink = () => screen.findByRole('link', { name: '找关系' })

test('leads to 找关系, with and without a session', async () => {
  const { unmount } = renderApp('/user')
  expect((await findRelationLink()).getAttribute('href')).toBe('/relation')
  unmount()
  logIn()
  renderApp('/user')
  expect((await findRelationLink()).getAttribute('href')).toBe('/relation')
})

test('shows - for counts that failed to load', async () => {
  answerStatus('historyCounts', 500)
  answerStatus('followList', 500)
  logIn()
  renderApp('/user')
  expect(await screen.findByRole('link', { name: '-最近浏览' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '-关注企业' })).toBeTruthy()
})

test('shows the nickname first once it is loaded', async () => {
  answer('userDetail', buildUser({ nickname: '演示甲' }))
  logIn()
  renderApp('/user')
  await screen.findByRole('heading', { name: '演示甲' })
  expect(screen.getByText('138****0000')).toBeTruthy()
})

test('shows 获取用户信息失败 when the user info fails to load', async () => {
  answerStatus('userDetail', 500)
  logIn()
  renderApp('/user')
  expect(await screen.findByText('获取用户信息失败')).toBeTruthy()
})

test('logout confirms first; 取消 changes nothing, 退出 ends the session', async () => {
  const calls = answer('logout', null)
  logIn()
  const { user } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: '退出登录' }))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(localStorage.getItem('token')).toBe('token-1')
  await user.click(screen.getByRole('button', { name: '退出登录', hidden: true }))
  await user.click(await screen.findByRole('button', { name: '退出' }))
  await screen.findByText('未登录')
  expect(calls).toHaveLength(1)
  expect(localStorage.getItem('token')).toBeNull()
})

test('the switch of a visitor says what it records, and where', async () => {
  renderApp('/user')
  const statistics = await screen.findByRole('switch', { name: '使用统计' })
  expect(statistics.closest('label')?.textContent).toBe('使用统计记录页面浏览与点击，仅对本设备生效')
})

test('text size and theme are chosen in a sheet, applied at once and saved', async () => {
  const { user, unmount } = renderApp('/user')
  await user.click(await screen.findByRole('button', { name: /字体与外观/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '字体与外观' }))
  await user.click(sheet.getByRole('button', { name: '大字' }))
  await user.click(sheet.getByRole('button', { name: '深色' }))
  const root = document.documentElement
  expect([root.hasAttribute('data-elder'), root.getAttribute('data-theme')]).toEqual([true, 'dark'])
  expect(sheet.getByRole('button', { name: '大字' }).getAttribute('aria-pressed')).toBe('true')
  expect(JSON.parse(localStorage.getItem('appearance') ?? '')).toEqual({ theme: 'dark', isElder: true })
  await user.click(sheet.getByRole('button', { name: '跟随系统' }))
  await waitFor(() => expect(root.hasAttribute('data-theme')).toBe(false))
  unmount()
})

const notice = (id: string) => ({
  id,
  title: `公告${id}`,
  content: '全文',
  type: 'info',
  link: null,
  startAt: null,
  endAt: null,
})

describe('what the operator publishes', () => {
  const banners = ['一', '二', '三', '四'].map((id) => buildBanner({ id, title: `横幅${id}` }))

  beforeEach(() => {
    answerHome()
    answer('userDetail', buildUser())
  })

  test.each(['/user', '/tools'])('%s shows the first notice and three banners', async (path) => {
    answer('mineConfig', { noticeList: [notice('一'), notice('二')], bannerList: banners, jumpHosts: [] })
    renderApp(path)
    await screen.findByRole('button', { name: /公告一/ })
    expect(screen.queryByText('公告二')).toBeNull()
    expect(screen.getAllByRole('button', { name: /横幅/ })).toHaveLength(3)
  })

  test('a banner of type 0 searches for its keyword', async () => {
    const banner = buildBanner({ jumpType: 0, jumpUrl: '比亚迪' })
    answer('mineConfig', { noticeList: [], bannerList: [banner], jumpHosts: [] })
    answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
    answer('saveSearchHistory', null)
    logIn()
    const { user, arrivesAt } = renderApp('/user')
    await user.click(await screen.findByRole('button', { name: /横幅一/ }))
    await arrivesAt(`/search/result?${new URLSearchParams({ keyword: '比亚迪' }).toString()}`)
  })

  test('a banner of type 1 that needs a login sends a visitor to login', async () => {
    const banner = buildBanner({ jumpType: 1, jumpUrl: '/user/members', login: true })
    answer('mineConfig', { noticeList: [], bannerList: [banner], jumpHosts: [] })
    const { user, arrivesAt } = renderApp('/user')
    await user.click(await screen.findByRole('button', { name: /横幅一/ }))
    await arrivesAt('/login')
  })

  test('a banner of type 2 shows 敬请期待!', async () => {
    answer('mineConfig', { noticeList: [], bannerList: [buildBanner()], jumpHosts: [] })
    const { user } = renderApp('/user')
    await user.click(await screen.findByRole('button', { name: /横幅一/ }))
    expect(await screen.findByText('敬请期待!')).toBeTruthy()
  })

  test('a failed call shows the toast 获取数据失败 and offers 重试', async () => {
    answerStatus('mineConfig', 503)
    const { user } = renderApp('/user')
    expect(await screen.findByText('获取数据失败')).toBeTruthy()
    answer('mineConfig', { noticeList: [notice('一')], bannerList: [], jumpHosts: [] })
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByRole('button', { name: /公告一/ })).toBeTruthy()
  })

  test('the rows lead to their pages', async () => {
    renderApp('/user')
    await screen.findByRole('link', { name: /会员介绍/ })
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual(expect.arrayContaining(['/user/membersIntroduction', '/user/feedback', '/user/about']))
  })
})
