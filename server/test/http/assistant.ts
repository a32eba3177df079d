import { type AnswerEvent, type AskBody, answerEventSchema } from '@baiqicha/contract/assistant'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import type { TestApp } from './app.ts'

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
