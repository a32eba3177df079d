import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildCompany, buildEvent, buildFollow, buildFollowList, hostileTexts } from '../../../test/company-builders.ts'
import { buildCaptcha } from '../../../test/home-answers.ts'
import { controlIntersections, mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold } from '../../../test/server.ts'
import { useSessionStore } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../../ui/confirm-alert.tsx'
import '../../ui/sheet-dialog.tsx'
import './follow-page.tsx'

const company = (number: number) => buildCompany({ id: `c-${number}`, name: `演示第${number}公司` })
const row = (number: number, overrides: Parameters<typeof buildFollow>[0] = {}) =>
  buildFollow({ company: company(number), ...overrides })

const changesOf = (list: ReturnType<typeof buildEvent>[], overrides = {}) => ({
  list,
  total: list.length,
  totalCapped: false,
  page: 1,
  pageSize: 20,
  ...overrides,
})

test.each(['/user/follow', '/user/follow?tab=changes'])('%s leads a visitor to login and back', async (address) => {
  answer('captcha', buildCaptcha())
  const { arrivesAt } = renderApp(address)
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('/user/follow')
})

const rowOf = async (number: number) => {
  const name = await screen.findByRole('heading', { name: `演示第${number}公司` })
  const item = name.closest('li')
  if (item === null) throw new Error('the company is not in a list')
  return within(item)
}
const open = (list: Parameters<typeof buildFollowList>[0], address = '/user/follow') => {
  logIn()
  answer('followList', buildFollowList(list))
  return renderApp(address)
}

describe('企业', () => {
  test('shows the companies with their group and their new changes', async () => {
    open([row(1, { group: '客户', unread: 3 }), row(2)])
    const first = await rowOf(1)
    expect(first.getByRole('button', { name: '客户' })).toBeTruthy()
    expect(first.getByRole('link', { name: '3 条新动态' }).getAttribute('href')).toBe(
      '/user/follow?tab=changes&companyId=c-1',
    )
    const second = await rowOf(2)
    expect(second.getByRole('button', { name: '未分组' })).toBeTruthy()
    expect(second.getByRole('link', { name: '动态' })).toBeTruthy()
    expect(screen.getByText(/上限 5 家/).textContent).toBe('共 2 家，上限 5 家')
    expect(document.title).toBe('我的关注 - 百企查')
  })

  test('after a membership the companies beyond the limit are marked as paused, with one sentence', async () => {
    open([row(1), row(2, { isPaused: true })])
    expect(within((await rowOf(2)).getByRole('link', { name: /演示第2公司/ })).getByText('已暂停')).toBeTruthy()
    expect((await rowOf(1)).queryByText('已暂停')).toBeNull()
    expect(screen.getByText(/会员到期后，超出 5 家的关注已暂停，未删除/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看会员权益' }).getAttribute('href')).toBe('/user/members')
  })

  test('a group filters the companies by its address', async () => {
    const { user, currentUrl } = open([row(1, { group: '客户' }), row(2)])
    await rowOf(2)
    await user.click(screen.getByRole('button', { name: '客户 1' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '演示第2公司' })).toBeNull())
    expect(new URLSearchParams(currentUrl().split('?')[1]).get('group')).toBe('客户')
    await rowOf(1)
  })

  test('the address of a group that no longer exists shows all companies', async () => {
    open([row(1)], '/user/follow?group=旧组')
    expect(await rowOf(1)).toBeTruthy()
  })

  test('a company leaves the list at once and comes back by 撤销', async () => {
    const { user } = open([row(1, { group: '客户' }), row(2)])
    const removed = answer('unfollowCompany', { isFollowed: false, count: 1, limit: 5 })
    const list = await rowOf(1)
    answer('followList', buildFollowList([row(2)]))
    await user.click(list.getByRole('button', { name: '关注演示第1公司', pressed: true }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: '演示第1公司' })).toBeNull())
    expect(removed.map(({ body }) => body)).toEqual([{ companyId: 'c-1' }])
    const added = answer('followCompany', { isFollowed: true, count: 2, limit: 5 })
    const undo = await screen.findByRole('button', { name: '撤销' })
    answer('followList', buildFollowList([row(1, { group: '客户' }), row(2)]))
    await user.click(undo)
    expect((await rowOf(1)).getByRole('button', { name: '客户' })).toBeTruthy()
    expect(added.map(({ body }) => body)).toEqual([{ companyId: 'c-1', group: '客户' }])
  })

  test('beyond the limit the end of a follow is confirmed first, because it cannot be undone', async () => {
    const beyond = Array.from({ length: 6 }, (_, at) => row(at + 1, { isPaused: at === 0 }))
    const { user } = open(beyond)
    const removed = answer('unfollowCompany', { isFollowed: false, count: 5, limit: 5 })
    const star = (await rowOf(2)).getByRole('button', { name: '关注演示第2公司' })
    await user.click(star)
    await user.click(await screen.findByRole('button', { name: '保留' }))
    expect(removed).toEqual([])
    await user.click(star)
    await user.click(await screen.findByRole('button', { name: '取消关注' }))
    expect(await screen.findByText('已取消关注')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
    expect(removed).toHaveLength(1)
  })

  test('a group is renamed, and the page shows it under its new name', async () => {
    const { user } = open([row(1, { group: '客户' }), row(2, { group: '供应商' })], '/user/follow?group=客户')
    const calls = answer('renameFollowGroup', null)
    await user.click(await screen.findByRole('button', { name: '编辑分组' }))
    const sheet = within(await screen.findByRole('dialog', { name: '编辑分组' }))
    const name = sheet.getByLabelText('分组名称')
    await user.clear(name)
    await user.click(sheet.getByRole('button', { name: '保存' }))
    expect(sheet.getByText('请输入分组名称')).toBeTruthy()
    await user.type(name, '供应商')
    expect(sheet.getByText('已有同名分组，保存后合并')).toBeTruthy()
    await user.clear(name)
    await user.type(name, '合作伙伴')
    answer('followList', buildFollowList([row(1, { group: '合作伙伴' }), row(2, { group: '供应商' })]))
    await user.click(sheet.getByRole('button', { name: '保存' }))
    expect(await screen.findByRole('button', { name: '合作伙伴 1', pressed: true })).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ from: '客户', to: '合作伙伴' }])
  })

  test('a dissolved group leaves its companies', async () => {
    const { user } = open([row(1, { group: '客户' })], '/user/follow?group=客户')
    const calls = answer('renameFollowGroup', null)
    await user.click(await screen.findByRole('button', { name: '编辑分组' }))
    answer('followList', buildFollowList([row(1)]))
    await user.click(await screen.findByRole('button', { name: '解散分组' }))
    expect(await screen.findByText('分组已解散')).toBeTruthy()
    expect((await rowOf(1)).getByRole('button', { name: '未分组' })).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ from: '客户', to: '' }])
  })

  test('without companies it leads to the search', async () => {
    const { user, arrivesAt } = open([])
    answer('searchHistory', { viewHistoryList: [] })
    answer('recentBrowseList', [])
    await screen.findByRole('heading', { name: '暂无关注企业' })
    await user.click(screen.getByRole('button', { name: '搜索企业' }))
    await arrivesAt('/search')
  })

  test('shows a skeleton while loading', async () => {
    logIn()
    const { release } = hold('followList', buildFollowList([row(1)]))
    renderApp('/user/follow')
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    await rowOf(1)
  })

  test('states a failure and loads again', async () => {
    logIn()
    answerStatus('followList', 500)
    const { user } = renderApp('/user/follow')
    const failed = await screen.findByRole('alert')
    answer('followList', buildFollowList([row(1)]))
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    await rowOf(1)
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    const group = text.slice(0, 12).trim()
    const { container } = open([row(1, { company: buildCompany({ name: text }), group })])
    await screen.findByText(/上限 5 家/)
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => buildEvent({ seq: from - at, text: `新增裁判文书 ${from - at} 号` }))

const rowNamed = async (text: string) => {
  const article = (await screen.findByRole('heading', { name: new RegExp(text) })).closest('article')
  if (article === null) throw new Error('the change is not in an article')
  return within(article)
}

describe('动态', () => {
  const ADDRESS = '/user/follow?tab=changes'
  beforeEach(() => {
    mockRowSizes()
    answer('followList', buildFollowList([row(1)]))
    answer('markChangesSeen', null)
  })

  test('a change shows its text, its date, the date of its import and its source, and leads to the record', async () => {
    logIn()
    answer('followChanges', changesOf([buildEvent()]))
    renderApp(ADDRESS)
    const change = await rowNamed('新增被执行人信息 1 条')
    expect(change.getByText('2026-11-02 发生')).toBeTruthy()
    expect(change.getByText('2026-11-20 收录')).toBeTruthy()
    expect(change.getByText('演示数据集')).toBeTruthy()
    expect(change.getByText('演示数据')).toBeTruthy()
    expect(change.getByRole('link', { name: /新增被执行人信息/ }).getAttribute('href')).toBe(
      '/legalRisk/executedPersonDetail?id=r-1&companyId=c-1',
    )
    expect(change.getByRole('link', { name: '澜山演示贸易有限公司' }).getAttribute('href')).toBe(
      '/company/detail?id=c-1&tab=overview',
    )
    expect(change.queryByText('较早事项，近期收录')).toBeNull()
    expect(screen.getByText('已显示全部 1 条')).toBeTruthy()
  })

  test('an old matter that was imported late says so; without a date it says that the date is unknown', async () => {
    logIn()
    answer('followChanges', changesOf([buildEvent({ isLate: true, eventDate: null, isDemo: false })]))
    renderApp(ADDRESS)
    const change = await rowNamed('新增被执行人信息')
    expect(change.getByText('较早事项，近期收录')).toBeTruthy()
    expect(change.getByText('日期不详')).toBeTruthy()
    expect(change.queryByText('演示数据')).toBeNull()
  })

  test('additions and removals look alike', async () => {
    logIn()
    const removal = buildEvent({ seq: 2, change: 'removed', text: '移除被执行人信息 1 条（立案 2026-11-02）' })
    answer('followChanges', changesOf([removal, buildEvent({ seq: 1 })]))
    renderApp(ADDRESS)
    await rowNamed('移除被执行人信息')
    const [first = '', second] = screen.getAllByRole('article').map((article) => article.innerHTML)
    expect(first.replace('移除', '新增')).toBe(second)
  })

  test('values that the text quotes are not repeated', async () => {
    logIn()
    const text = '变更 登记状态：存续 → 注销'
    answer('followChanges', changesOf([buildEvent({ kind: 'fact', text, before: '存续', after: '注销' })]))
    renderApp(ADDRESS)
    expect((await rowNamed('变更 登记状态')).queryByRole('definition')).toBeNull()
  })

  test('a changed fact shows both values', async () => {
    logIn()
    const event = buildEvent({ kind: 'fact', text: '注册资本变更', recordId: null, before: '500 万元', after: null })
    answer('followChanges', changesOf([event]))
    renderApp(ADDRESS)
    const change = await rowNamed('注册资本变更')
    const values = change.getAllByRole('definition').map((value) => value.textContent)
    expect(values).toEqual(['500 万元', '-'])
    expect(change.getByRole('link', { name: '注册资本变更' }).getAttribute('href')).toBe(
      '/overview/businessInfo?id=c-1',
    )
  })

  test('opening marks the changes as seen: the dot, the counts and the stored user info change', async () => {
    logIn(buildUser({ unreadChanges: 2 }))
    answer('followList', buildFollowList([row(1, { unread: 2 })]))
    answer('followChanges', changesOf([buildEvent({ isUnread: true })]))
    const seen = answer('markChangesSeen', null)
    const { user } = renderApp(ADDRESS)
    expect((await rowNamed('新增被执行人信息')).getByText('未读，')).toBeTruthy()
    await waitFor(() => expect(useSessionStore.getState().userInfo?.unreadChanges).toBe(0))
    // Other tabs of the browser read the stored copy.
    expect(localStorage.getItem('userInfo')).toContain('"unreadChanges":0')
    expect(seen).toHaveLength(1)
    // The row keeps its mark for this visit.
    expect((await rowNamed('新增被执行人信息')).getByText('未读，')).toBeTruthy()
    answer('followList', buildFollowList([row(1)]))
    await user.click(screen.getByRole('tab', { name: '企业' }))
    expect(await screen.findByRole('link', { name: '动态' })).toBeTruthy()
  })

  test('the list corrects the dot', async () => {
    logIn(buildUser({ unreadChanges: 7 }))
    answer('followList', buildFollowList([row(1, { unread: 2 })]))
    renderApp('/user/follow')
    await screen.findByRole('link', { name: '2 条新动态' })
    expect(useSessionStore.getState().userInfo?.unreadChanges).toBe(2)
  })

  test('nothing new sends no mark', async () => {
    logIn()
    const seen = answer('markChangesSeen', null)
    answer('followChanges', changesOf([buildEvent()]))
    renderApp(ADDRESS)
    await rowNamed('新增被执行人信息')
    expect(seen).toEqual([])
  })

  test('a failed list marks nothing as seen', async () => {
    logIn(buildUser({ unreadChanges: 2 }))
    answer('followList', buildFollowList([row(1, { unread: 2 })]))
    const seen = answer('markChangesSeen', null)
    answerStatus('followChanges', 503)
    const { user } = renderApp(ADDRESS)
    const failed = await screen.findByRole('alert')
    expect(seen).toEqual([])
    answer('followChanges', changesOf([buildEvent()]))
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(seen).toHaveLength(1))
  })

  test.each([
    ['leaves the changes of other companies unread', [2, 1], 0],
    ['marks them when no other company has any', [2, 0], 1],
  ] as const)('a filter by company %s', async (_rule, [first, second], marks) => {
    logIn(buildUser({ unreadChanges: first + second }))
    answer('followList', buildFollowList([row(1, { unread: first }), row(2, { unread: second })]))
    const seen = answer('markChangesSeen', null)
    const calls = answer('followChanges', changesOf([buildEvent({ isUnread: true })]))
    renderApp(`${ADDRESS}&companyId=c-1`)
    await rowNamed('新增被执行人信息')
    await screen.findByRole('button', { name: '取消筛选：演示第1公司' })
    await waitFor(() => expect(seen).toHaveLength(marks))
    expect(calls.map(({ query }) => query['companyId'])).toEqual(['c-1'])
  })

  test('the kind filters by its address; without matches the filters can be removed', async () => {
    logIn()
    answer('followChanges', changesOf([]))
    const { user, arrivesAt } = renderApp(ADDRESS)
    await screen.findByRole('heading', { name: '暂无动态' })
    expect(screen.getByText('关注的企业暂无变动')).toBeTruthy()
    const calls = answer('followChanges', changesOf([]))
    await user.click(screen.getByRole('button', { name: '全部类型' }))
    await user.click(await screen.findByRole('button', { name: '行政处罚' }))
    await screen.findByRole('heading', { name: '没有符合条件的动态' })
    expect(calls.map(({ query }) => query['kind'])).toEqual(['punishment'])
    await arrivesAt(`${ADDRESS}&kind=punishment`)
    await user.click(screen.getByRole('button', { name: '查看全部动态' }))
    await arrivesAt(ADDRESS)
  })

  test('without followed companies it leads to the search', async () => {
    logIn()
    answer('followList', buildFollowList())
    answer('followChanges', changesOf([]))
    renderApp(ADDRESS)
    expect(await screen.findByRole('button', { name: '搜索企业' })).toBeTruthy()
  })

  test('the next page loads near the end; a change that moved to it appears once', async () => {
    const show = controlIntersections()
    logIn()
    answer('followChanges', changesOf(events(22, 20), { total: 22 }))
    renderApp(ADDRESS)
    const end = await screen.findByText('正在加载…')
    const calls = answer('followChanges', changesOf(events(3, 3), { total: 22, page: 2 }))
    await show(end, true)
    await waitFor(() => expect(end.textContent).toBe('已显示全部 22 条'))
    expect(calls.map(({ query }) => query['page'])).toEqual(['2'])
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    logIn()
    answer('followChanges', changesOf([buildEvent({ text, companyName: text, before: text, after: text })]))
    const { container } = renderApp(ADDRESS)
    await screen.findByRole('article')
    expect(container.querySelector('h3 bdi')?.textContent).toBe(text)
    expect(container.querySelector('article script, article img')).toBeNull()
  })
})
