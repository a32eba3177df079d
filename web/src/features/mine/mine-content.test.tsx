import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerHome, buildBanner } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser } from '../../../test/server.ts'

const notice = (id: string) => ({
  id,
  title: `公告${id}`,
  content: '全文',
  type: 'info',
  link: null,
  startAt: null,
  endAt: null,
})
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
  answer('filterOptions', { regions: [], industries: [] })
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
