import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { ask } from './assistant.ts'
import { expectRows, notFound, ofUser, type RouteCases } from './route-case.ts'

/** Cases of the calls of 百言, on one answer of the signed-in user. */
export async function assistantRouteCases(test: TestApp, token: string) {
  const { answerId, conversationId } = await ask(test, token, '演示问题')
  const own = { answerId }
  return {
    assistantConfig: {
      input: {},
      signedIn: true,
      check: ({ data }) => {
        expect(data?.quickQuestions).toHaveLength(6)
        // The limit depends on the level, which other cases change.
        expect(data?.quota).toMatchObject({ limit: expect.any(Number), left: expect.any(Number) })
      },
      refused: { input: { companyId: '' }, status: 400, code: 400 },
    },
    answerDetail: {
      input: { id: answerId },
      signedIn: true,
      check: ({ data }) => expectRows(data?.segments),
      refused: { input: { id: answerId, key: 'wrong' }, ...notFound },
    },
    judgeAnswer: ofUser({ ...own, useful: false, reason: '看不懂' }),
    shareAnswer: ofUser(own, ({ data }) => expect(data?.path).toMatch(/^\/ai\/detail\?id=a-\w+&key=[\w-]{22}$/)),
    unshareAnswer: ofUser(own),
    conversationList: ofUser({}, ({ data }) => expectRows(data?.list)),
    conversation: ofUser({ conversationId }, ({ data }) =>
      expect(data?.list).toMatchObject([{ answerId, useful: false }]),
    ),
    renameConversation: ofUser({ conversationId, title: '演示对话' }),
    deleteConversation: ofUser({ conversationId }),
    deleteAllConversations: ofUser({}),
  } satisfies Partial<RouteCases>
}
