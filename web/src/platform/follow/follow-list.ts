import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { FollowList } from '@baiqicha/contract/follow'

export type FollowRow = FollowList['list'][number]

/** Row of a company; undefined: the user does not follow it. */
export const findRow = (follows: FollowList | undefined, companyId: string): FollowRow | undefined =>
  follows?.list.find(({ company }) => company.id === companyId)

/** Row of a company that the user follows from now on. */
export const newRow = (company: CompanySummary, group: string, now: Date): FollowRow => ({
  company,
  group,
  followedAt: now.toISOString(),
  isPaused: false,
  unread: 0,
})

function withRows(follows: FollowList, list: readonly FollowRow[]): FollowList {
  const used = new Set(list.map(({ group }) => group).filter((group) => group !== ''))
  return {
    ...follows,
    list: [...list],
    groups: [...new Set([...follows.groups, ...used])].filter((group) => used.has(group)),
    unread: list.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/** The list with this row: a company keeps its place, a new one is first. Groups without companies disappear. */
export function withRow(follows: FollowList, row: FollowRow): FollowList {
  const isListed = findRow(follows, row.company.id) !== undefined
  const list = isListed
    ? follows.list.map((listed) => (listed.company.id === row.company.id ? row : listed))
    : [row, ...follows.list].toSorted((one, other) => other.followedAt.localeCompare(one.followedAt))
  return withRows(follows, list)
}

export const withoutRow = (follows: FollowList, companyId: string): FollowList =>
  withRows(
    follows,
    follows.list.filter(({ company }) => company.id !== companyId),
  )

/** The list with another name of a group; an empty name dissolves it. */
export const withRenamedGroup = (follows: FollowList, from: string, to: string): FollowList =>
  withRows(
    follows,
    follows.list.map((row) => (row.group === from ? { ...row, group: to } : row)),
  )

/** The list after the user has opened 动态. */
export const withoutUnread = (follows: FollowList): FollowList => ({
  ...follows,
  list: follows.list.map((row) => ({ ...row, unread: 0 })),
  unread: 0,
})
