import { Readable } from 'node:stream'
import { type AnswerEvent, type AskBody, askBody } from '@baiqicha/contract/assistant'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { maskedJson } from '../domain/masking/masking.ts'
import type { AssistantService } from '../features/assistant/assistant.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { badRequest, inTime, unavailable } from '../platform/http/refusal.ts'
import { type FindSession, requireSession } from './register-route.ts'

/** Interval of the comments that keep a quiet stream open. */
const COMMENT_MS = 10_000
/** A comment line of an event stream: no reader sees it, and no proxy takes the connection for idle. */
const COMMENT = ': \n\n'
const linesOf = (event: AnswerEvent) => `data: ${maskedJson(event)}\n\n`

type AskRouteDeps = {
  assistant: AssistantService
  admission: { assistant: Admission }
  findSession: FindSession
  /** Milliseconds until a stream that has not begun is answered with 503. */
  deadlineMs: number
  /** Tests set it shorter. */
  commentMs?: number
}

/** Questions: the response streams the answer while it is produced. */
export function registerAsk(app: FastifyInstance, deps: AskRouteDeps): void {
  const { assistant, admission, deadlineMs, commentMs = COMMENT_MS } = deps

  /** Resolves when the answer begins. Its slot is free when the answer ends, whether or not its reader keeps up. */
  const begin = (request: FastifyRequest, body: AskBody, stream: Readable, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      admission.assistant
        .run(async () => {
          const session = await requireSession(deps.findSession, request)
          if (signal.aborted) throw unavailable()
          const produce = await assistant.ask(session, body)
          resolve()
          const comments = setInterval(() => stream.push(COMMENT), commentMs).unref()
          // An answer is small, so a slow reader's part of it waits in the stream.
          try {
            await produce({ emit: (event) => stream.push(linesOf(event)), signal })
          } finally {
            clearInterval(comments)
            stream.push(null)
          }
        })
        .catch(reject)
    })

  app.post(API_BASE + exceptions.ask.path, async (request, reply) => {
    const body = z.safeParse(askBody, request.body ?? {})
    if (!body.success) throw badRequest(body.error.issues.map((issue) => issue.path.join('.')).join('、'))
    const stream = new Readable({ read() {} })
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    try {
      await inTime(begin(request, body.data, stream, leaving.signal), deadlineMs)
    } catch (error) {
      // It may still begin: then it has no reader.
      leave()
      throw error
    }
    if (reply.raw.closed || reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
    // The response counts as answered: it is no refusal, whatever the answer states.
    reply.answeredCode = 0
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
}
