import type { Answer, AnswerEvent, Citation, Segment } from '@baiqicha/contract/assistant'
import { API_BASE } from '@baiqicha/contract/routes'
import { ASK_PATH, assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { HttpResponse, http } from 'msw'
import { server } from './server.ts'

export const buildCitation = (overrides: Partial<Citation> = {}): Citation => ({
  n: 1,
  citedType: 'record',
  recordType: 'dishonestExecutor',
  recordId: 'r-1',
  companyId: 'c-1',
  companyName: '澜山演示贸易有限公司',
  label: '失信被执行人',
  fields: ['案号'],
  sourceName: '演示来源',
  date: '2026-11-19',
  path: '/legalRisk/dishonestExecutor/detail?id=r-1',
  change: null,
  ...overrides,
})

export const buildSegment = (overrides: Partial<Segment> = {}): Segment => ({
  index: 0,
  text: '**澜山演示贸易有限公司**当前有失信被执行人 1 条。',
  startsParagraph: true,
  citations: [buildCitation()],
  ...overrides,
})

export const buildAnswer = (overrides: Partial<Answer> = {}): Answer => ({
  answerId: 'a-1',
  conversationId: 'v-1',
  question: '澜山有哪些风险？',
  askedAt: '2026-11-19T08:00:00.000Z',
  companies: [{ id: 'c-1', name: '澜山演示贸易有限公司', isDemo: true }],
  records: 1,
  status: '完成',
  segments: [buildSegment()],
  table: null,
  bars: null,
  choice: null,
  asOf: '2026-11-19',
  followUps: ['有哪些股东？'],
  disclaimer: '依据记录整理，请以来源为准',
  partial: false,
  message: null,
  useful: null,
  isShared: false,
  isDemo: true,
  ...overrides,
})

const encode = (event: AnswerEvent) => `data: ${JSON.stringify(event)}\n\n`

/** A stream that sends what `send` is given, until `end` or `cut`. */
export function openStream() {
  const encoder = new TextEncoder()
  let isClosed = false
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
    },
    cancel() {
      isClosed = true
    },
  })
  return {
    response: () => new HttpResponse(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    send: (...events: AnswerEvent[]) => {
      for (const event of events) controller?.enqueue(encoder.encode(encode(event)))
    },
    comment: () => controller?.enqueue(encoder.encode(': still here\n\n')),
    /** Whether the page has closed the connection. */
    isClosed: () => isClosed,
    end: () => controller?.close(),
    cut: () => controller?.error(new TypeError('cut')),
  }
}
type Stream = ReturnType<typeof openStream>

/** Answers each question with the next stream. Returns the bodies of the questions. */
export function answerQuestions(...streams: Stream[]): unknown[] {
  const asked: unknown[] = []
  server.use(
    http.post(`*${API_BASE}${ASK_PATH}`, async ({ request }) => {
      asked.push(await request.json())
      return streams.shift()?.response() ?? HttpResponse.error()
    }),
  )
  return asked
}

/** Answers each request of a stored answer with the next one, or breaks the connection at null. Returns the queries. */
export function answerStored(...answers: (Answer | null)[]): Record<string, string>[] {
  const queries: Record<string, string>[] = []
  server.use(
    http.get(`*${API_BASE}${assistantRoutes.answerDetail.path}`, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      const data = answers.shift() ?? null
      return data === null ? HttpResponse.error() : HttpResponse.json({ code: 0, message: 'ok', data })
    }),
  )
  return queries
}

export const meta: AnswerEvent = {
  type: 'meta',
  answerId: 'a-1',
  conversationId: 'v-1',
  companies: [{ id: 'c-1', name: '澜山演示贸易有限公司', isDemo: true }],
  records: 2,
}
export const done: Extract<AnswerEvent, { type: 'done' }> = {
  type: 'done',
  status: '完成',
  asOf: '2026-11-19',
  followUps: ['有哪些股东？'],
  disclaimer: '依据记录整理，请以来源为准',
  partial: false,
}
