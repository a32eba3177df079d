import { type BenefitValue, benefits } from '@baiqicha/contract/benefits'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { answerGift, giftEnd, loadGiftCode } from '../../../test/membership-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, server } from '../../../test/server.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeAppearance } from '../../platform/appearance/appearance.ts'
import { describeMembership } from './members-page.tsx'

const farEnd = '2099-11-20T15:59:59.000Z'
const member = buildUser({ isVip: true, vipExpireAt: farEnd, vipSource: '赠送', canClaimGift: false })

const status = async () => within(await screen.findByRole('region', { name: '会员状态' }))
const table = async () => within(await screen.findByRole('table'))

beforeAll(loadGiftCode)

beforeEach(() => {
  answerHome()
  answerGift()
  answer('userDetail', buildUser())
})

test('shows a visitor the benefits and sends them to login to claim', async () => {
  const { user, arrivesAt } = renderApp('/user/members')
  const card = await status()
  expect(card.getByRole('heading').textContent).toBe('尚未开通会员')
  expect(card.getByText('登录后可免费领取两年，到期不自动续费')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '登录后领取' }))
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user/members"')
})

test('shows the gift to a user who has not claimed it; closing it changes nothing', async () => {
  logIn()
  const { user } = renderApp('/user/members')
  const claim = await screen.findByRole('button', { name: '免费领取两年会员' })
  expect((await status()).getByText('新用户可免费领取两年，到期不自动续费')).toBeTruthy()
  await user.click(claim)
  const modal = within(await screen.findByRole('dialog', { name: '新用户会员礼' }))
  await user.click(modal.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: '免费领取两年会员' })).toBeTruthy()
})

test('a claim shows the membership, also when the app cannot reload', async () => {
  server.use(http.head('*/', () => new HttpResponse(null, { status: 503 })))
  logIn()
  const { user } = renderApp('/user/members')
  await user.click(await screen.findByRole('button', { name: '免费领取两年会员' }))
  const modal = within(await screen.findByRole('dialog', { name: '新用户会员礼' }))
  await user.click(await modal.findByRole('button', { name: '求职者' }))
  await user.click(modal.getByRole('button', { name: '展开所属行业' }))
  await user.click(await modal.findByRole('button', { name: '制造业' }))
  answer('userDetail', member)
  await user.click(modal.getByRole('button', { name: '立即领取' }))
  const guide = within(await screen.findByRole('dialog', { name: '您已是百企查会员' }))
  await user.click(guide.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await status()).getByRole('heading').textContent).toBe('会员至 2099-11-20')
  expect(screen.queryByRole('button', { name: '免费领取两年会员' })).toBeNull()
})

test('shows a member the end date, the remaining days and the source, and no gift', async () => {
  answer('userDetail', member)
  logIn(member)
  renderApp('/user/members')
  const card = await status()
  expect(card.getByRole('heading').textContent).toBe('会员至 2099-11-20')
  expect(card.getByText(/^剩余 \d+ 天 · 新用户赠送$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /领取/ })).toBeNull()
})

test('shows the end date of an expired membership', async () => {
  const former = buildUser({ vipExpireAt: giftEnd, vipSource: '赠送', canClaimGift: false })
  answer('userDetail', former)
  logIn(former)
  renderApp('/user/members')
  expect((await status()).getByText('会员已于 2028-11-20 到期，您的记录仍保留')).toBeTruthy()
})

test('reloads the status, because the cached one can be outdated', async () => {
  answer('userDetail', member)
  logIn()
  renderApp('/user/members')
  await waitFor(async () => expect((await status()).getByRole('heading').textContent).toBe('会员至 2099-11-20'))
})

/** Renders the page for a user whose info is not loaded yet. */
function renderUnknown() {
  logIn()
  localStorage.removeItem('userInfo')
  const app = renderApp('/user/members')
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  return app
}

test('shows placeholders for the status while it loads, and the benefits', async () => {
  const { release } = hold('userDetail', member)
  renderUnknown()
  await waitFor(async () => expect((await status()).getByText('正在加载')).toBeTruthy())
  expect(await table()).toBeTruthy()
  release()
  await waitFor(async () => expect((await status()).getByRole('heading').textContent).toBe('会员至 2099-11-20'))
})

test('shows the benefits when the status fails to load, which can be retried', async () => {
  breakNetwork('userDetail')
  const { user } = renderUnknown()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('会员状态加载失败网络连接失败，请检查你的网络设置')
  expect(await table()).toBeTruthy()
  answer('userDetail', member)
  await user.click((await status()).getByRole('button', { name: '重试' }))
  await waitFor(async () => expect((await status()).getByRole('heading').textContent).toBe('会员至 2099-11-20'))
})

test('keeps a cached status that fails to reload and shows 获取用户信息失败', async () => {
  answerStatus('userDetail', 500)
  logIn(member)
  renderApp('/user/members')
  expect((await status()).getByRole('heading').textContent).toBe('会员至 2099-11-20')
  await screen.findByText('获取用户信息失败')
})

function wordsOf(value: BenefitValue, unit = ''): string {
  if (typeof value === 'number') return `${formatNumber(value)} ${unit}`
  return typeof value === 'string' ? value : value ? '有' : '—无'
}

test('the table shows every row of the shared definition for all three groups', async () => {
  renderApp('/user/members')
  const rows = (await table()).getAllByRole('row')
  expect(
    within(rows[0] ?? document.body)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['已上线的功能', '访客', '登录', '会员'])
  const printed = rows.slice(1).map((row) => Array.from(row.children, (cell) => cell.textContent))
  expect(printed).toEqual(
    benefits.map(({ name, unit, values }) => [
      name,
      wordsOf(values.visitor, unit),
      wordsOf(values.registered, unit),
      wordsOf(values.vip, unit),
    ]),
  )
})

test('in elder mode each name is above its values', async () => {
  changeAppearance({ isElder: true })
  renderApp('/user/members')
  expect((await table()).getAllByRole('row')).toHaveLength(1 + 2 * benefits.length)
})

test('the notes state what is free permanently and what happens at the end', async () => {
  renderApp('/user/members')
  await screen.findByText('工商与风险信息永久免费。会员到期后恢复为登录用户，记录不会删除。')
  expect(screen.getByText(/新权益上线后在此更新。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '会员介绍' }).getAttribute('href')).toBe('/user/membersIntroduction')
  expect(screen.getByRole('link', { name: '会员协议' }).getAttribute('href')).toBe('/user/agreement?type=membership')
})

test('会员介绍 shows benefits, duration and end, and collapsible answers to questions', async () => {
  const { user } = renderApp('/user/membersIntroduction')
  const titles = (await screen.findAllByRole('heading', { level: 2 })).map((title) => title.textContent)
  expect(titles).toEqual(['会员是什么', '如何领取', '有效期', '到期后', '常见问题'])
  const question = screen.getByText('会自动续费吗？')
  expect(question.closest('details')?.open).toBe(false)
  await user.click(question)
  expect(question.closest('details')?.open).toBe(true)
  expect(screen.getByText(/不自动续费，不产生扣款/)).toBeTruthy()
})

describe('the status of a membership', () => {
  const now = Date.parse('2026-11-20T04:00:00.000Z')
  const end = '2028-11-20T15:59:59.000Z'
  const given = { isVip: true, vipExpireAt: end, vipSource: '赠送', canClaimGift: false } as const

  test.each([
    ['never a member', {}, '尚未开通会员', '新用户可免费领取两年，到期不自动续费'],
    ['spent by an earlier account', { canClaimGift: false }, '尚未开通会员', '此手机号的会员礼已领取过'],
    [
      'account to be erased',
      { canClaimGift: false, eraseAt: '2026-11-25T00:00:00.000Z' },
      '尚未开通会员',
      '您的账户正在注销中',
    ],
    ['member', given, '会员至 2028-11-20', '剩余 731 天 · 新用户赠送'],
    ['bought', { ...given, vipSource: '购买' }, '会员至 2028-11-20', '剩余 731 天 · 购买'],
    ['of unknown source', { ...given, vipSource: null }, '会员至 2028-11-20', '剩余 731 天'],
    [
      'on the last day',
      { ...given, vipExpireAt: '2026-11-20T15:59:59.000Z' },
      '会员至 2026-11-20',
      '今日到期 · 新用户赠送',
    ],
    ['expired', { ...given, isVip: false }, '会员已到期', '会员已于 2028-11-20 到期，您的记录仍保留'],
  ] as const)('%s', (_name, user, title, text) => {
    expect(describeMembership(buildUser(user), now)).toEqual({ title, text })
  })
})
