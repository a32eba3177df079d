import type { FollowList } from '@baiqicha/contract/follow'
import { followRoutes } from '@baiqicha/contract/routes/follow'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { nextPageOf } from '../../lib/list-pages.ts'
import { callApi } from '../../platform/api/client.ts'
import { withoutUnread } from '../../platform/follow/follow-list.ts'
import { FOLLOW_LIST_KEY } from '../../platform/follow/follow-queries.ts'
import { saveUnreadChanges } from '../../platform/follow/unread-changes.ts'
import { logWarning } from '../../platform/log/log.ts'
import type { FollowParams } from './follow-params.ts'

/** Cache time of a visit's rows, for the user to come back from a record. */
const VISIT_MS = 1_800_000

/** Events of followed companies, newest first. A visit never refetches, so that its rows keep their marks. */
export function useChangesQuery({ companyId, kind }: FollowParams, visit: string) {
  return useInfiniteQuery({
    queryKey: ['followChanges', companyId, kind, visit],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        followRoutes.followChanges,
        { page: pageParam, ...(companyId !== '' && { companyId }), ...(kind !== '' && { kind }) },
        { signal, silent: true },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPageOf,
  })
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
