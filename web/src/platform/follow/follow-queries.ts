import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { FollowList } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { readToken, saveUserInfo, useSession, useSessionStore } from '../session/session-store.ts'

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

/** Corrects the number of new changes in the user info, which the tab bar of every tab of the browser reads. */
function saveUnreadChanges(unreadChanges: number) {
  const { userInfo } = useSessionStore.getState()
  if (userInfo !== null && userInfo.unreadChanges !== unreadChanges) saveUserInfo({ ...userInfo, unreadChanges })
}

export const FOLLOW_LIST_KEY = ['followList'] as const

const followListQuery = {
  queryKey: FOLLOW_LIST_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const token = readToken()
    const follows = await callApi(followRoutes.followList, {}, { signal, silent: true, isBackground: true })
    // A late response must not change the user info of another session.
    if (readToken() === token) saveUnreadChanges(follows.unread)
    return follows
  },
}

/** The companies that the user follows, loaded each time that a page shows them. Disabled for visitors. */
export function useFollowListQuery({ enabled = true }: { enabled?: boolean } = {}) {
  const { isLoggedIn } = useSession()
  return useQuery({ ...followListQuery, enabled: enabled && isLoggedIn, staleTime: 0 })
}

type FollowedRow = {
  /** undefined: the user does not follow the company. */
  row: FollowRow | undefined
  groups: readonly string[]
  /** More companies than the level permits: a membership has ended. */
  isOverLimit: boolean
}
const noFollows: FollowedRow = { row: undefined, groups: [], isOverLimit: false }

/**
 * What the list states about one company. All buttons read one list, which the first of them loads: a list of search
 * results sends one request.
 */
export function useFollowedRow(companyId: string): FollowedRow {
  const { isLoggedIn } = useSession()
  const { data } = useQuery({
    ...followListQuery,
    enabled: isLoggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A failed list is not requested again by each row that scrolls into view.
    retryOnMount: false,
    select: ({ list, groups, limit }) => ({
      row: list.find(({ company }) => company.id === companyId),
      groups,
      isOverLimit: list.length > limit,
    }),
  })
  return data ?? noFollows
}

/** Marks all events as seen on every device. Other tabs read the stored user info; a failure leaves the dot. */
export function useMarkSeen() {
  const client = useQueryClient()
  return async () => {
    try {
      await callApi(followRoutes.markChangesSeen, {}, { silent: true, isBackground: true })
    } catch (error) {
      logWarning('changes were not marked as seen', error)
      return
    }
    client.setQueryData<FollowList>(FOLLOW_LIST_KEY, (follows) => follows && withoutUnread(follows))
    saveUnreadChanges(0)
  }
}
