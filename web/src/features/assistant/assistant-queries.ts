import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { nextPageOf } from '../../lib/list-pages.ts'
import { callApi } from '../../platform/api/client.ts'

/** Quick questions and the remaining quota. `turn` changes after each answer, because the quota has. */
export function useAssistantConfigQuery(companyId: string | null, { user, turn }: { user: string; turn: number }) {
  return useQuery({
    queryKey: ['assistantConfig', companyId, user, turn],
    queryFn: ({ signal }) =>
      callApi(assistantRoutes.assistantConfig, companyId === null ? {} : { companyId }, { signal, silent: true }),
    placeholderData: (previous) => previous,
  })
}

export const CONVERSATIONS_KEY = ['conversationList']

export function useConversationListQuery(isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: CONVERSATIONS_KEY,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      callApi(assistantRoutes.conversationList, { page: pageParam }, { signal, silent: true }),
    initialPageParam: 1,
    getNextPageParam: nextPageOf,
    enabled: isEnabled,
  })
}

/** One answer: the user's own, or any with its key. */
export function useAnswerQuery(id: string, key: string | null) {
  return useQuery({
    queryKey: ['answer', id, key],
    queryFn: ({ signal }) =>
      callApi(assistantRoutes.answerDetail, { id, ...(key !== null && { key }) }, { signal, silent: true }),
    enabled: id !== '',
    // A key is spent per view.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
