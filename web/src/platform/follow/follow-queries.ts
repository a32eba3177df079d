import type { FollowList } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { readToken, saveUserInfo, useSession, useSessionStore } from '../session/session-store.ts'
import { type FollowRow, withoutUnread } from './follow-list.ts'

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
