import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery } from '../../platform/api/client.ts'

/** Quick questions and the remaining quota. `turn` changes after each answer, because the quota has. */
export const useAssistantConfigQuery = (companyId: string | null, { user, turn }: { user: string; turn: number }) =>
  useQuery({
    ...apiQuery(
      ['assistantConfig', companyId, user, turn],
      assistantRoutes.assistantConfig,
      companyId === null ? {} : { companyId },
    ),
    placeholderData: (previous) => previous,
  })

export const CONVERSATIONS_KEY = ['conversationList']

export const useConversationListQuery = (isEnabled: boolean) =>
  useInfiniteQuery({
    ...apiPages(CONVERSATIONS_KEY, assistantRoutes.conversationList, (page) => ({ page })),
    staleTime: 0,
    enabled: isEnabled,
  })

/** One answer: the user's own, or any with its key. */
export function useAnswerQuery(id: string, key: string | null) {
  return useQuery({
    ...apiQuery(['answer', id, key], assistantRoutes.answerDetail, { id, ...(key !== null && { key }) }),
    enabled: id !== '',
    // A key is spent per view.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
