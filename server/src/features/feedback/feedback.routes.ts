import type { Handlers } from '../../platform/http/handler.ts'
import type { FeedbackService } from './feedback.service.ts'

const senderOf = (session: { userId: string } | null, address: string) => ({
  userId: session?.userId ?? null,
  address,
})

export function feedbackHandlers(feedback: FeedbackService) {
  return {
    saveFeedback: async ({ input, session, address }) => ({
      number: await feedback.save(senderOf(session, address), input),
    }),
    feedbackList: ({ session }) => feedback.listOf(session.userId),
    feedbackDetail: ({ input, session, address }) => feedback.open(senderOf(session, address), input.number),
    appendFeedback: ({ input, session, address }) => feedback.append(senderOf(session, address), input),
  } satisfies Partial<Handlers>
}
