import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../../domain/account/session.ts'
import type { ApiKeyService } from '../../features/account/api-key.service.ts'
import type { Admission } from '../../platform/admission/admission.ts'
import { lazy } from '../../platform/cache.ts'
import { isLocalHost } from '../../platform/http/client-address.ts'
import { inTime, type Refusal, refusalOf } from '../../platform/http/refusal.ts'
import { JSON_TYPE } from '../../platform/http/respond.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ReadingLimits } from '../reading-limits.ts'
import { apiKeyOf, callerOfKey, keyRefused, sendQuota } from '../register-route.ts'
import { type McpToolDeps, mcpTools } from './mcp-tools.ts'

const MCP_PATH = '/mcp'

type McpRouteDeps = {
  admission: { search: Admission; reads: Admission }
  apiKeys: Pick<ApiKeyService, 'find' | 'spend'>
  limits: ReadingLimits
  /** Composed with the first message. */
  tools: () => McpToolDeps
  /** Runs reads for a caller, which may go to a replica of the database. */
  run: <T>(session: Session, work: () => Promise<T>) => Promise<T>
  version: string
  /** Origins of the site; the first one is that of links. Empty: that of the request. */
  origins: readonly string[]
  deadlineMs: number
  log: Logger
}

const callSchema = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

/** Admission class of a message. */
function loadOf(body: unknown): 'search' | 'reads' {
  const call = z.safeParse(callSchema, body)
  return (call.success && mcpTools.find(({ name }) => name === call.data.params.name)?.load) || 'reads'
}

/** A refusal before the protocol begins, in the form that its clients read. */
function refuse(reply: FastifyReply, status: number, { message, retryAfterSeconds }: Refusal) {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(error))
}

/** The protocol has no response to a request that its client cancelled. */
const noResponse = () => new Response(null, { status: 202 })

const whenCancelled = (signal: AbortSignal) =>
  new Promise<Response>((resolve) => signal.addEventListener('abort', () => resolve(noResponse()), { once: true }))

const ownOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

function headersOf({ headers }: FastifyRequest): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !name.startsWith(':')) all.set(name, value)
  }
  return all
}

/** Tools for agents over the Model Context Protocol, with an API key. */
export function registerMcp(app: FastifyInstance, deps: McpRouteDeps): void {
  const { admission, apiKeys, limits, origins, deadlineMs } = deps
  // The library takes longer to load than most servers need it.
  const running = createRunningCalls()
  const load = lazy(async () => ({ ...(await import('./mcp-server.ts')), tools: deps.tools() }))

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, answerMcp, tools, signal }: Awaited<ReturnType<typeof load>> & { key: string; signal: AbortSignal },
  ): Promise<Response> {
    // Cancelled while it waited.
    if (signal.aborted) return noResponse()
    const caller = await callerOfKey(apiKeys, key)
    return deps.run(caller, async () =>
      answerMcp(
        { headers: headersOf(request), body: request.body },
        {
          ...tools,
          version: deps.version,
          origin: origins[0] ?? ownOrigin(request),
          async spend(page) {
            const quota = await apiKeys.spend(caller)
            sendQuota(reply, quota)
            if (page !== null) {
              await limits.spend(page.route, { session: caller, address: request.callerKey, input: page.input })
            }
            return quota
          },
          signal,
          log: deps.log,
        },
      ),
    )
  }

  app.post(MCP_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { origin } = request.headers
    // Pages of other sites have no key, and get no answer to try one with. The host of a request is no proof of the site: a name of
    // another one may lead to this machine.
    const isLocal = origins.length === 0 && isLocalHost(request.hostname) && origin === ownOrigin(request)
    const isOwn = origin === undefined || isLocal || origins.includes(origin)
    const key = apiKeyOf(request)
    if (!isOwn || key === null) return refuse(reply, isOwn ? 401 : 403, keyRefused())
    try {
      // Before the deadline begins: on a busy machine loading takes longer than a call may.
      const loaded = await load()
      const message = { client: `${key} ${request.callerKey}`, body: request.body }
      running.cancel(message)
      const response = await running.run(message, (call) => {
        reply.raw.once('close', () => call.abort())
        const { signal } = call
        return admission[loadOf(request.body)].run(() =>
          // A cancelled call leaves its place at once; it runs no further step.
          Promise.race([inTime(answer(request, reply, { ...loaded, key, signal }), deadlineMs), whenCancelled(signal)]),
        )
      })
      for (const [name, value] of response.headers) reply.header(name, value)
      return await reply.code(response.status).send(response.body === null ? '' : await response.text())
    } catch (error) {
      const { refusal, isServerFault } = refusalOf(error)
      if (isServerFault) deps.log.error('mcp-failed', { requestId: request.id, error })
      return refuse(reply, refusal.code === 403 ? 401 : refusal.status === 200 ? 403 : refusal.status, refusal)
    }
  })
  // Without sessions there is no stream to open and none to end.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: MCP_PATH,
      handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(''),
    })
  }
}

const requestId = z.union([z.string().check(z.maxLength(128)), z.number()])
const requestSchema = z.object({ id: requestId, method: z.string() })
const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId }),
})

const keyOf = (client: string, id: z.output<typeof requestId>) => JSON.stringify([client, id])

/** Calls of this process that have no answer yet. Another process that gets the cancellation finds none of them. */
type RunningCalls = {
  /** Runs the work of a message; `signal` is aborted when the same client cancels the message or goes away. */
  run<T>(message: { client: string; body: unknown }, work: (call: AbortController) => Promise<T>): Promise<T>
  /** Cancels the call that a message names. Two running calls with one name are left alone: it may be either. */
  cancel(message: { client: string; body: unknown }): void
}

function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<AbortController>>()

  return {
    async run({ client, body }, work) {
      const call = new AbortController()
      const request = z.safeParse(requestSchema, body)
      if (!request.success) return work(call)
      const key = keyOf(client, request.data.id)
      const same = running.get(key) ?? new Set()
      running.set(key, same.add(call))
      try {
        return await work(call)
      } finally {
        same.delete(call)
        if (same.size === 0) running.delete(key)
      }
    },
    cancel({ client, body }) {
      const cancelled = z.safeParse(cancelledSchema, body)
      if (!cancelled.success) return
      const [call, another] = running.get(keyOf(client, cancelled.data.params.requestId)) ?? []
      if (another === undefined) call?.abort()
    },
  }
}
