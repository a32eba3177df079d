import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildCompany, buildEvent, buildFollow, buildFollowList } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, buildUser } from '../../../test/server.ts'

const follow = (id: string, briefName: string, unread: number) =>
  buildFollow({ company: buildCompany({ id, name: `${briefName}有限公司`, briefName, isDemo: true }), unread })
const changed = (seq: number, companyId: string, overrides = {}) =>
  buildEvent({ seq, companyId, isUnread: true, importedOn: '2026-11-25', ...overrides })

const follows = buildFollowList(
  [follow('c-1', '晴川演示医疗', 2), follow('c-2', '北辰演示精密', 1), follow('c-3', '云岚演示科技', 0)],
  { seenOn: '2026-11-24' },
)
const events = [
  changed(5, 'c-1', {
    kind: 'fact',
    change: 'changed',
    text: '变更 法定代表人：演示壬 → 演示辛',
    before: '演示壬',
    after: '演示辛',
  }),
  changed(4, 'c-2', { kind: 'dishonestExecutor', text: '新增失信被执行人信息 1 条（立案 2026-11-20）' }),
  changed(3, 'c-1'),
  changed(2, 'c-3', { isUnread: false }),
]

beforeEach(() => {
  answerHome()
  answer('recentBrowseList', [])
  answer('searchHistory', { viewHistoryList: [] })
  answer('userDetail', buildUser({ unreadChanges: 3 }))
  answer('followList', follows)
  answer('followChanges', { list: events, total: 4, totalCapped: false, page: 1, pageSize: 20 })
})

const card = async () => within(await screen.findByRole('region', { name: '自上次查看' }))

test('自上次查看 states the day, the companies, and one difference of each', async () => {
  logIn(buildUser({ unreadChanges: 3 }))
  renderApp('/home')
  const since = await card()
  expect(since.getByText('2026-11-24 · 2 家有变动')).toBeTruthy()
  expect(since.getAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent)).toEqual([
    '晴川演示医疗',
    '北辰演示精密',
  ])
  const [fact, risk] = since.getAllByRole('listitem')
  expect([fact?.querySelector('del')?.textContent, fact?.querySelector('ins')?.textContent]).toEqual([
    '变更前：演示壬',
    '变更后：演示辛',
  ])
  expect(fact?.textContent).toContain('法定代表人')
  expect(fact?.textContent).toContain('等 2 项')
  expect(since.getByText('新增失信被执行人信息 1 条').className).toContain('risk')
  expect(risk?.textContent).toContain('演示数据')
  expect(since.getByText('另 1 家关注企业无变动')).toBeTruthy()
})

test('自上次查看 is gone after 全部标为已看', async () => {
  logIn(buildUser({ unreadChanges: 3 }))
  const marks = answer('markChangesSeen', null)
  const { user } = renderApp('/home')
  const button = (await card()).getByRole('button', { name: '全部标为已看' })
  answer('userDetail', buildUser({ unreadChanges: 0 }))
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('region', { name: '自上次查看' })).toBeNull())
  expect(marks).toHaveLength(1)
})

test('nothing is requested for visitors and without new changes', async () => {
  const requests = answer('followChanges', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('userDetail', buildUser({ unreadChanges: 0 }))
  logIn(buildUser({ unreadChanges: 0 }))
  renderApp('/home')
  await screen.findByRole('button', { name: /^收录/ }).catch(() => null)
  expect(screen.queryByText('自上次查看')).toBeNull()
  expect(requests).toHaveLength(0)
})

test('自上次查看 is absent when the changes cannot be read', async () => {
  breakNetwork('followChanges')
  logIn(buildUser({ unreadChanges: 3 }))
  renderApp('/home')
  await screen.findByRole('tab', { name: '最新注册企业' })
  await waitFor(() => expect(screen.queryByText('自上次查看')).toBeNull())
})
