import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { answerGift, giftEnd, loadGiftCode } from '../../../test/membership-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, buildUser } from '../../../test/server.ts'
import { openGuideModal } from '../../domain/gift/gift-store.ts'
import { startSession } from '../../platform/session/session-store.ts'

const member = buildUser({ isVip: true, vipExpireAt: giftEnd, vipSource: '赠送', canClaimGift: false })
const logIn = (user = buildUser(), isFirstLogin = false) => startSession('token-1', user, { isFirstLogin })

const gift = () => screen.queryByRole('dialog', { name: '新用户会员礼' })
const findGift = async () => within(await screen.findByRole('dialog', { name: '新用户会员礼' }))
const findGuide = async (name: string) => within(await screen.findByRole('dialog', { name }))
const image = () => screen.findByRole('button', { name: /新用户会员礼.*去领取/ })
const homeShows = () => screen.findByText('云岚演示软件有限公司')

beforeAll(loadGiftCode)

beforeEach(() => {
  answerHome()
  answerGift()
  answer('userDetail', buildUser())
})

test('shows the gift banner to a user without a membership; it opens the modal', async () => {
  logIn()
  const { user } = renderApp('/home')
  await user.click(await image())
  await findGift()
})

test('reloads the user info on close', async () => {
  logIn()
  const { user } = renderApp('/home')
  const calls = answer('userDetail', buildUser({ nickname: '演示甲' }))
  await user.click(await image())
  expect(calls).toHaveLength(0)
  await user.click((await findGift()).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('演示甲'))
  expect(calls).toHaveLength(1)
})

test('shows no banner to visitors and members', async () => {
  const { unmount } = renderApp('/home')
  await homeShows()
  expect(screen.queryByText('新用户会员礼')).toBeNull()
  unmount()
  logIn(member)
  renderApp('/home')
  await homeShows()
  expect(screen.queryByText('新用户会员礼')).toBeNull()
  expect(screen.queryByRole('link', { name: /会员中心/ })).toBeNull()
})

test.each([
  ['a membership that has ended', giftEnd, '会员中心会员已于 2028-11-20 到期查看'],
  ['a number whose gift is spent', null, '会员中心查看会员权益查看'],
])('after %s the banner promises no gift and links to 会员中心', async (_name, vipExpireAt, text) => {
  logIn(buildUser({ canClaimGift: false, vipExpireAt }))
  renderApp('/home')
  const link = await screen.findByRole('link', { name: /会员中心/ })
  expect(link.textContent).toBe(text)
  expect(link.getAttribute('href')).toBe('/user/members')
})

test('the first login opens the gift; closing it clears the flag and opens the guide', async () => {
  logIn(buildUser(), true)
  const { user } = renderApp('/home')
  await user.click((await findGift()).getByRole('button', { name: '关闭' }))
  const guide = await findGuide('会员礼随时可领')
  expect(localStorage.getItem('isFirstLogin')).toBeNull()
  await user.click(document.body)
  await user.click(guide.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a claim at the first login opens the guide once and removes the banner', async () => {
  logIn(buildUser(), true)
  const { user } = renderApp('/home')
  const modal = await findGift()
  await user.click(await modal.findByRole('button', { name: '求职者' }))
  await user.click(modal.getByRole('button', { name: '展开所属行业' }))
  await user.click(await modal.findByRole('button', { name: '制造业' }))
  answer('userDetail', member)
  await user.click(modal.getByRole('button', { name: '立即领取' }))
  const guide = await findGuide('您已是百企查会员')
  expect(guide.getByText('会员至 2028-11-20，到期不自动续费')).toBeTruthy()
  expect(localStorage.getItem('isFirstLogin')).toBeNull()
  await user.click(guide.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('去领取')).toBeNull()
})

test('a first login whose number has used the gift opens only the guide', async () => {
  logIn(buildUser({ canClaimGift: false }), true)
  renderApp('/home')
  await findGuide('会员权益')
  expect(gift()).toBeNull()
  expect(localStorage.getItem('isFirstLogin')).toBeNull()
})

test('the guide over 会员中心 only closes: its reader is there already', async () => {
  answer('userDetail', member)
  logIn(member)
  const { user, currentUrl } = renderApp('/user/members')
  await screen.findByRole('table')
  act(() => openGuideModal())
  const guide = await findGuide('您已是百企查会员')
  expect(guide.queryByRole('button', { name: '查看会员权益' })).toBeNull()
  await user.click(guide.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(currentUrl()).toBe('/user/members')
})

test.each([
  ['after a claim', member, '您已是百企查会员', '在“我的 › 会员中心”查看权益与有效期'],
  ['without a gift', buildUser({ canClaimGift: false }), '会员权益', '在“我的 › 会员中心”查看会员状态与权益'],
])('the guide %s leads to 会员中心 and closes', async (_name, userInfo, title, text) => {
  answer('userDetail', userInfo)
  logIn(userInfo)
  const { user, arrivesAt } = renderApp('/home')
  await homeShows()
  act(() => openGuideModal())
  const guide = await findGuide(title)
  expect(guide.getByText(text)).toBeTruthy()
  await user.click(guide.getByRole('button', { name: '查看会员权益' }))
  await arrivesAt('/user/members')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('leaving Home without closing the gift shows it again on return', async () => {
  logIn(buildUser(), true)
  answer('userDetail', buildUser())
  const { goTo } = renderApp('/home')
  await findGift()
  await goTo('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  await waitFor(() => expect(gift()).toBeNull())
  expect(localStorage.getItem('isFirstLogin')).toBe('true')
  await goTo('/home')
  await findGift()
})

test('opens nothing without the flag or without a session', async () => {
  localStorage.setItem('isFirstLogin', 'true')
  const { unmount } = renderApp('/home')
  await homeShows()
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  logIn()
  renderApp('/home')
  await homeShows()
  expect(screen.queryByRole('dialog')).toBeNull()
})
