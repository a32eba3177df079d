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
import { createOpenStreams } from './open-streams.ts'
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
  const openStreams = createOpenStreams()

  async function requireSession(request: FastifyRequest): Promise<Session> {
    const session = await deps.findSession(tokenOf(request))
    if (session === null) throw noSession()
    return session
  }

  /** Opens a stream in one of the places of its user. The release of the stream frees the place. */
  async function openStream<T extends { stream: OpenStream }>(
    request: FastifyRequest,
    open: (session: Session) => Promise<T>,
  ): Promise<T> {
    const session = await requireSession(request)
    const free = openStreams.take(session.userId)
    try {
      const opened = await open(session)
      const release = () => {
        free()
        opened.stream.release()
      }
      return { ...opened, stream: { ...opened.stream, release } }
    } catch (error) {
      free()
      throw error
    }
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

  async function inTime(opening: Promise<OpenStream>): Promise<OpenStream> {
    try {
      return await withDeadline(opening, deadlineMs, () => unavailable())
    } catch (error) {
      // It may still open: then nobody reads it.
      opening.then(({ release }) => release()).catch(() => {})
      throw error
    }
  }

  app.post(API_BASE + exceptions.ask.path, async (request, reply) => {
    const body = z.safeParse(askBody, request.body ?? {})
    if (!body.success) throw badRequest(body.error.issues.map((issue) => issue.path.join('.')).join('、'))
    const opening = begin(() => openStream(request, (session) => assistant.ask(session, body.data)))
    return sendStream(reply, await inTime(opening), commentMs)
  })

  app.get(API_BASE + exceptions.answerStream.path, async (request, reply) => {
    const query = z.safeParse(streamQuery, cleanQuery(request.raw.url ?? '', request.query))
    if (!query.success) throw badRequest('answerId')
    const { answerId, after } = query.data
    const resume = async (session: Session) => ({ stream: await assistant.resume(session, answerId, after) })
    const open = async () => (await openStream(request, resume)).stream
    return sendStream(reply, await admission.reads.run(() => inTime(open())), commentMs)
  })
}
