import { feedbackRoutes } from '@baiqicha/contract/routes/feedback'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { reloadUserInfo } from '../../platform/session/session-actions.ts'
import { useSession } from '../../platform/session/session-store.ts'

/** Feedback of the user, newest first. Disabled for visitors. */
export function useMyFeedbackQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: ['feedbackList'],
    enabled: isLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) => callApi(feedbackRoutes.feedbackList, {}, { signal, silent: true }),
  })
}

/** A thread. The call marks its answers as read, so the count of unread ones is loaded again. */
export function useThreadQuery(number: string) {
  const { isLoggedIn, userInfo } = useSession()
  return useQuery({
    queryKey: ['feedbackDetail', number, userInfo?.userId ?? null],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const thread = await callApi(feedbackRoutes.feedbackDetail, { number }, { signal, silent: true })
      // A failure leaves the dot until the next load.
      if (isLoggedIn) void reloadUserInfo().catch(() => {})
      return thread
    },
  })
}
