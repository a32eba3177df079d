import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildBusinessInfo,
  buildCompany,
  buildCompanyDetail,
  buildFollow,
  buildFollowList,
  buildHits,
  buildSearchAnswer,
} from '../../test/company-builders.ts'
import { buildCaptcha } from '../../test/home-answers.ts'
import { mockRowSizes } from '../../test/layout.ts'
import { field, requestCode } from '../../test/login-form.ts'
import { logIn, renderApp } from '../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, handle, hold, refuse } from '../../test/server.ts'
import { passTime } from '../../test/time.ts'
import { recentCompanies } from '../domain/company/recent-companies.ts'
import { ACTION_TOAST_MS } from '../ui/toast.tsx'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../features/company/company-page.tsx'
import '../features/login/login-page.tsx'
import '../features/members/members-page.tsx'
import '../features/search-result/search-result-page.tsx'
import '../ui/confirm-alert.tsx'
import '../ui/sheet-dialog.tsx'

const PAGE = '/company/detail?id=c-1'
const followed = { isFollowed: true, count: 1, limit: 5 }
const unfollowed = { isFollowed: false, count: 0, limit: 5 }

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail())
  answer('userDetail', buildUser())
  answer('businessInfo', buildBusinessInfo())
  answer('captcha', buildCaptcha())
})
afterEach(() => recentCompanies.clear())

const button = (name: '关注' | '已关注') => screen.findByRole('button', { name })

/** Answers the list from now on as the server would after the change. */
const answerFollows = (...rows: Parameters<typeof buildFollow>[0][]) =>
  answer('followList', buildFollowList(rows.map(buildFollow)))

describe('on the company page', () => {
  test('follows at once, before the server has confirmed', async () => {
    logIn()
    const { user } = renderApp(PAGE)
    const { release } = hold('followCompany', followed)
    await user.click(await button('关注'))
    expect(await button('已关注')).toBeTruthy()
    answerFollows({})
    release()
    expect(await screen.findByText('已关注', { selector: 'output *' })).toBeTruthy()
    expect(await button('已关注')).toBeTruthy()
  })

  test('shows a company that the user follows already', async () => {
    answerFollows({})
    logIn()
    renderApp(PAGE)
    expect(await button('已关注')).toBeTruthy()
  })

  test('a failed call changes nothing and states why', async () => {
    logIn()
    breakNetwork('followCompany')
    const { user } = renderApp(PAGE)
    await user.click(await button('关注'))
    expect(await screen.findByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
    expect(await button('关注')).toBeTruthy()
  })

  test('the end of a follow can be undone for 5 s, in its old group', async () => {
    answerFollows({ group: '客户' })
    logIn()
    const removed = answer('unfollowCompany', unfollowed)
    const { user } = renderApp(PAGE)
    await user.click(await button('已关注'))
    expect(await button('关注')).toBeTruthy()
    const undo = await screen.findByRole('button', { name: '撤销' })
    expect(removed.map(({ body }) => body)).toEqual([{ companyId: 'c-1' }])
    const added = answer('followCompany', followed)
    await user.click(undo)
    expect(await screen.findByText('已恢复关注')).toBeTruthy()
    expect(added.map(({ body }) => body)).toEqual([{ companyId: 'c-1', group: '客户' }])
    expect(await button('已关注')).toBeTruthy()
  })

  test('after 5 s it can no longer be undone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    answerFollows({})
    logIn()
    answer('unfollowCompany', unfollowed)
    const { user } = renderApp(PAGE)
    await user.click(await button('已关注'))
    await screen.findByRole('button', { name: '撤销' })
    passTime(ACTION_TOAST_MS)
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })

  test('at the limit the sentence of the server leads to the members page', async () => {
    logIn()
    refuse('followCompany', 4123, '注册用户最多关注 5 家企业')
    const { user, arrivesAt } = renderApp(PAGE)
    await user.click(await button('关注'))
    const question = within(await screen.findByRole('alertdialog', { name: '注册用户最多关注 5 家企业' }))
    expect(screen.getByRole('button', { name: '关注', hidden: true })).toBeTruthy()
    await user.click(question.getByRole('button', { name: '查看会员权益' }))
    await arrivesAt('/user/members')
  })

  test('a member at the limit gets the sentence alone', async () => {
    answer('userDetail', buildUser({ isVip: true }))
    logIn(buildUser({ isVip: true }))
    refuse('followCompany', 4123, '最多关注 100 家企业')
    const { user } = renderApp(PAGE)
    await user.click(await button('关注'))
    expect(await screen.findByText('最多关注 100 家企业')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('a list that cannot be loaded leaves the button', async () => {
    answerStatus('followList', 503)
    logIn()
    const { user } = renderApp(PAGE)
    const added = answer('followCompany', followed)
    await user.click(await button('关注'))
    await waitFor(() => expect(added).toHaveLength(1))
  })

  test('taps that follow quickly are sent in their order', async () => {
    answerFollows()
    logIn()
    const order: string[] = []
    const { release } = hold('followCompany', followed)
    handle('unfollowCompany', () => {
      order.push('remove')
      return Response.json({ code: 0, message: '', data: unfollowed })
    })
    const { user } = renderApp(PAGE)
    await user.click(await button('关注'))
    await user.click(await button('已关注'))
    expect(await button('关注')).toBeTruthy()
    expect(order).toEqual([])
    release()
    await waitFor(() => expect(order).toEqual(['remove']))
    expect(await button('关注')).toBeTruthy()
  })
})

async function followThenChoose() {
  const lists = answerFollows({ company: buildCompany({ id: 'c-2' }), group: '客户' })
  logIn()
  const added = answer('followCompany', followed)
  const { user } = renderApp(PAGE)
  await waitFor(() => expect(lists).toHaveLength(1))
  const follow = await button('关注')
  answerFollows({ group: '' }, { company: buildCompany({ id: 'c-2' }), group: '客户' })
  await user.click(follow)
  await user.click(await screen.findByRole('button', { name: '设置分组' }))
  const sheet = within(await screen.findByRole('dialog', { name: '选择分组' }))
  return { user, sheet, added }
}

describe('groups', () => {
  test('a followed company is put into a group', async () => {
    const { user, sheet, added } = await followThenChoose()
    await user.click(await sheet.findByRole('button', { name: '客户' }))
    expect(await screen.findByText('已移至“客户”')).toBeTruthy()
    expect(added.at(-1)?.body).toEqual({ companyId: 'c-1', group: '客户' })
  })

  test('a new group needs a name of at most 12 characters', async () => {
    const { user, sheet, added } = await followThenChoose()
    await user.click(sheet.getByRole('button', { name: '新建' }))
    expect(sheet.getByText('请输入分组名称')).toBeTruthy()
    await user.type(sheet.getByLabelText('分组名称'), '一二三四五六七八九十甲乙丙丁')
    await user.click(sheet.getByRole('button', { name: '新建' }))
    expect(await screen.findByText('已移至“一二三四五六七八九十甲乙”')).toBeTruthy()
    expect(added).toHaveLength(2)
  })

  test('at 20 groups none can be created', async () => {
    const rows = Array.from({ length: 20 }, (_, at) =>
      buildFollow({ company: buildCompany({ id: `g-${at}` }), group: `分组${at}` }),
    )
    logIn(buildUser({ isVip: true }))
    answer('followList', buildFollowList([buildFollow(), ...rows], { limit: 100 }))
    const { user } = renderApp('/user/follow')
    await user.click(await screen.findByRole('button', { name: '未分组' }))
    const sheet = within(await screen.findByRole('dialog', { name: '选择分组' }))
    expect(await sheet.findByText('分组已达 20 个上限')).toBeTruthy()
    expect(sheet.queryByRole('button', { name: '新建' })).toBeNull()
  })
})

describe('for a visitor', () => {
  test('opens login, and the company is followed on the return', async () => {
    const app = renderApp(PAGE)
    await app.user.click(await button('关注'))
    await app.arrivesAt('/login')
    answer('sendSmsCode', null)
    answer('loginBySmsCode', { token: 't-1', isFirstLogin: false, userDetail: buildUser() })
    await screen.findByRole('button', { name: '图形验证码，点按换一张' })
    await requestCode(app)
    await screen.findByText('验证码已发送')
    const added = answer('followCompany', followed)
    await app.user.type(field('短信验证码'), '123456')
    answerFollows({})
    await app.user.click(screen.getByRole('button', { name: '登录' }))
    await app.arrivesAt(PAGE)
    await waitFor(() => expect(added.map(({ body }) => body)).toEqual([{ companyId: 'c-1', group: '' }]))
    expect(await button('已关注')).toBeTruthy()
  })

  test('without a login nothing is followed, also not after a later one', async () => {
    const added = answer('followCompany', followed)
    const { user, arrivesAt, goTo } = renderApp(PAGE)
    await user.click(await button('关注'))
    await arrivesAt('/login')
    await goTo(-1)
    await button('关注')
    await goTo('/login')
    logIn()
    await goTo(PAGE)
    await button('关注')
    expect(added).toEqual([])
  })

  test('no list is requested', async () => {
    const lists = answerFollows()
    renderApp(PAGE)
    await button('关注')
    expect(lists).toEqual([])
  })
})

const star = (number: number) => screen.findByRole('button', { name: `关注澜山演示第${number}贸易有限公司` })

describe('on a row of search results', () => {
  const results = `/search/result?${new URLSearchParams({ keyword: '澜山' }).toString()}`

  beforeEach(() => {
    mockRowSizes()
    answer('companySearch', buildSearchAnswer({ list: buildHits(3) }))
  })

  test('one request marks the followed rows', async () => {
    const lists = answerFollows({ company: buildCompany({ id: 'c-2' }) })
    logIn()
    renderApp(results)
    await waitFor(async () => expect((await star(2)).getAttribute('aria-pressed')).toBe('true'))
    expect((await star(1)).getAttribute('aria-pressed')).toBe('false')
    expect(lists).toHaveLength(1)
  })

  test('a tap follows the company and does not open it', async () => {
    logIn()
    const added = answer('followCompany', followed)
    const { user, currentUrl } = renderApp(results)
    await star(1)
    answerFollows({})
    await user.click(await star(1))
    await waitFor(async () => expect((await star(1)).getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() => expect(added.map(({ body }) => body)).toEqual([{ companyId: 'c-1', group: '' }]))
    expect(currentUrl()).toBe(results)
    expect((await star(1)).closest('a')).toBeNull()
  })
})
