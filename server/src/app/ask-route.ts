import { Readable } from 'node:stream'
import { askBody, streamQuery } from '@baiqicha/contract/assistant'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../domain/account/session.ts'
import type { AssistantService, OpenStream } from '../features/assistant/assistant.service.ts'
import { eventStreamText } from '../features/assistant/event-log.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import { cleanQuery } from '../platform/http/query-string.ts'
import { badRequest, noSession, unavailable } from '../platform/http/refusal.ts'
import { tokenOf } from './register-route.ts'

/** Interval of the comments that keep a quiet stream open. */
const COMMENT_MS = 10_000

type AskRouteDeps = {
  assistant: AssistantService
  admission: { assistant: Admission; reads: Admission }
  findSession: (token: string) => Promise<Session | null>
  /** Milliseconds until a stream that has not begun is answered with 503. */
  deadlineMs: number
  /** Tests set it shorter. */
  commentMs?: number
}

/** Sends a stream of events. It ends with the answer, or releases the answer when the reader is gone. */
function sendStream(reply: FastifyReply, { log, after, release }: OpenStream, commentMs: number): FastifyReply {
  const gone = new AbortController()
  const leave = () => {
    gone.abort()
    release()
  }
  if (reply.raw.closed || reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  // The response counts as answered: it is no refusal, whatever the answer states.
  reply.answeredCode = 0
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(eventStreamText(log, { after, signal: gone.signal, commentMs }), { objectMode: false }))
}

/** Questions and the streams of their answers. */
export function registerAsk(app: FastifyInstance, deps: AskRouteDeps): void {
  const { assistant, admission, deadlineMs, commentMs = COMMENT_MS } = deps

  async function requireSession(request: FastifyRequest): Promise<Session> {
    const session = await deps.findSession(tokenOf(request))
    if (session === null) throw noSession()
    return session
  }

  /** Resolves when the answer begins. Its slot is free when the answer ends, whether or not its reader keeps up. */
  const begin = (start: () => ReturnType<AssistantService['ask']>): Promise<OpenStream> =>
    new Promise((resolve, reject) => {
      admission.assistant
        .run(async () => {
          const { stream, ended } = await start()
          resolve(stream)
          await ended
        })
        .catch(reject)
    })

  app.post(API_BASE + exceptions.ask.path, async (request, reply) => {
    const body = z.safeParse(askBody, request.body ?? {})
    if (!body.success) throw badRequest(body.error.issues.map((issue) => issue.path.join('.')).join('、'))
    const start = async () => assistant.ask(await requireSession(request), body.data)
    const begun = begin(start)
    try {
      return sendStream(reply, await withDeadline(begun, deadlineMs, () => unavailable()), commentMs)
    } catch (error) {
      // It may still begin: then nobody reads it.
      begun.then(({ release }) => release()).catch(() => {})
      throw error
    }
  })

  app.get(API_BASE + exceptions.answerStream.path, async (request, reply) => {
    const query = z.safeParse(streamQuery, cleanQuery(request.raw.url ?? '', request.query))
    if (!query.success) throw badRequest('answerId')
    const { answerId, after } = query.data
    const open = async () => assistant.resume(await requireSession(request), answerId, after)
    const stream = await admission.reads.run(() => withDeadline(open(), deadlineMs, () => unavailable()))
    return sendStream(reply, stream, commentMs)
  })
}
