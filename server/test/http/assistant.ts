import { type AnswerEvent, type AskBody, answerEventSchema } from '@baiqicha/contract/assistant'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { TestApp } from './app.ts'
import { expectRows, notFound, ofUser, type RouteCases } from './route-case.ts'

/** Events of a stream, and the number of its comments. */
export function readEvents(text: string) {
  const events: AnswerEvent[] = []
  let comments = 0
  const parser = createParser({
    onEvent: ({ data }) => events.push(z.parse(answerEventSchema, JSON.parse(data))),
    onComment: () => {
      comments += 1
    },
  })
  parser.feed(text)
  return { events, comments }
}

/** Sends a question and reads its whole stream; a refusal has no events. */
export async function ask({ app }: TestApp, token: string, body: AskBody | string) {
  const response = await app.inject({
    method: 'POST',
    url: API_BASE + exceptions.ask.path,
    headers: token === '' ? {} : { token },
    payload: typeof body === 'string' ? { question: body } : body,
  })
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream')
  const { events, comments } = isStream ? readEvents(response.body) : { events: [], comments: 0 }
  const meta = events.find((event) => event.type === 'meta')
  const refusal = z.object({ code: z.int(), message: z.string() })
  return {
    status: response.statusCode,
    headers: response.headers,
    refusal: isStream ? null : z.parse(refusal, JSON.parse(response.body)),
    events,
    comments,
    types: events.map(({ type }) => type),
    last: events.at(-1),
    answerId: meta?.answerId ?? '',
    conversationId: meta?.conversationId ?? '',
  }
}

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
