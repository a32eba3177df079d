import { expect, test } from 'vitest'
import { buildCompany, buildFollow, buildFollowList } from '../../../test/company-builders.ts'
import { newRow, withoutRow, withoutUnread, withRenamedGroup, withRow } from './follow-queries.ts'

const company = (id: string) => buildCompany({ id })
const follow = (id: string, followedAt: string, group = '', unread = 0) =>
  buildFollow({ company: company(id), followedAt: `${followedAt}T00:00:00.000Z`, group, unread })

const follows = buildFollowList([follow('c-2', '2026-11-20', '客户', 3), follow('c-1', '2026-11-01', '', 1)])
const idsOf = ({ list }: typeof follows) => list.map((row) => row.company.id)

test('a new company is first, one that comes back takes its old place', () => {
  const added = withRow(follows, newRow(company('c-3'), '', new Date('2026-11-23T00:00:00Z')))
  expect(idsOf(added)).toEqual(['c-3', 'c-2', 'c-1'])
  const before = follow('c-2', '2026-11-20', '客户', 3)
  expect(withRow(withoutRow(added, 'c-2'), before)).toEqual(withRow(added, before))
})

test('a company that moves to another group keeps its place', () => {
  const moved = withRow(follows, follow('c-1', '2026-11-01', '供应商', 1))
  expect([idsOf(moved), moved.groups]).toEqual([
    ['c-2', 'c-1'],
    ['客户', '供应商'],
  ])
})

test('without a company its changes are not counted, and a group without companies is gone', () => {
  expect(withoutRow(follows, 'c-2')).toMatchObject({ groups: [], unread: 1 })
})

test.each([
  ['供应商', ['供应商', ''], ['供应商']],
  ['', ['', ''], []],
])('a group renamed to %j has its companies under this name', (name, groupsOfRows, groups) => {
  const renamed = withRenamedGroup(follows, '客户', name)
  expect([renamed.list.map(({ group }) => group), renamed.groups]).toEqual([groupsOfRows, groups])
})

test('after 动态 was opened nothing is unread', () => {
  const seen = withoutUnread(follows)
  expect([seen.unread, seen.list.map(({ unread }) => unread)]).toEqual([0, [0, 0]])
})
