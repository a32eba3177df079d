import {
  RECONCILE_BATCH_LIMIT,
  RECONCILE_PATH,
  RECONCILE_SUGGEST_PATH,
  type ReconcileCandidate,
  reconcileBatchSchema,
} from '@baiqicha/contract/reconcile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { maskedJson } from '../domain/masking/masking.ts'
import type { ApiKeyService } from '../features/account/api-key.service.ts'
import { type ReconcileService, reconcileManifest } from '../features/reconcile/reconcile.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { badRequest, inTime, Refusal } from '../platform/http/refusal.ts'
import { cleanQuery, parseJsonBody } from '../platform/http/request-text.ts'
import { JSON_TYPE } from '../platform/http/respond.ts'
import { limitSentence } from '../platform/limits/limit-refusal.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import { refuseIfUnavailable } from '../search/company-search.ts'
import { apiKeyOf, callerOfKey, sendQuota } from './register-route.ts'

type ReconcileRouteDeps = {
  admission: Admission
  reconciliation: ReconcileService
  limiter: Limiter
  apiKeys: Pick<ApiKeyService, 'find' | 'spend'>
  /** Origin of the site; undefined: that of the request. */
  origin: string | undefined
  deadlineMs: number
}

const callSchema = z.object({ queries: z.optional(z.string()) })
const suggestSchema = z.object({ prefix: z.string().check(z.maxLength(200)) })

const send = (reply: FastifyReply, content: unknown) =>
  reply
    .header('cache-control', 'no-store')
    // The suggestions of OpenRefine are requested by its page.
    .header('access-control-allow-origin', '*')
    .header('content-type', JSON_TYPE)
    .send(maskedJson(content))

/** The reconciliation API, whose clients expect its own JSON instead of the envelope. */
export function registerReconcile(
  app: FastifyInstance,
  { admission, reconciliation, limiter, apiKeys, origin, deadlineMs }: ReconcileRouteDeps,
): void {
  /** Runs the work once the queries are counted; a refusal has a status that clients of the protocol understand. */
  async function answer(request: FastifyRequest, reply: FastifyReply, queries: number, work: () => Promise<unknown>) {
    const apiKey = apiKeyOf(request)
    const collect = async () => {
      if (apiKey !== null) {
        // Each query counts like a call; the address of a script with a key has no limit of its own.
        const caller = await callerOfKey(apiKeys, apiKey, 401)
        try {
          sendQuota(reply, await apiKeys.spend(caller, queries))
        } catch (error) {
          if (!(error instanceof Refusal) || error.retryAfterSeconds === null) throw error
          reply.code(429).header('retry-after', String(error.retryAfterSeconds))
          return { message: error.message }
        }
        return refuseIfUnavailable(work())
      }
      const taken = await limiter.take([
        { limit: 'reconcileQueriesPerAddress', subject: request.callerKey, tokens: queries },
      ])
      if (taken.ok) return refuseIfUnavailable(work())
      reply.code(429).header('retry-after', String(taken.error.retryAfterSeconds))
      return { message: limitSentence(taken.error) }
    }
    return send(reply, await admission.run(() => inTime(collect(), deadlineMs)))
  }

  async function reconcile(request: FastifyRequest, reply: FastifyReply, written: unknown) {
    const { queries } = parsed(callSchema, written)
    if (queries === undefined) {
      return answer(request, reply, 1, async () => reconcileManifest(origin ?? `${request.protocol}://${request.host}`))
    }
    const batch = Object.entries(parsed(reconcileBatchSchema, parseJsonBody(Buffer.from(queries))))
    if (batch.length === 0 || batch.length > RECONCILE_BATCH_LIMIT) throw badRequest('queries')
    return answer(request, reply, batch.length, async () => {
      const results: [string, { result: ReconcileCandidate[] }][] = []
      for (const [key, query] of batch) results.push([key, { result: await reconciliation.reconcile(query) }])
      return Object.fromEntries(results)
    })
  }

  // A scope of its own: no other call takes a form.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.get(RECONCILE_PATH, (request, reply) =>
      reconcile(request, reply, cleanQuery(request.raw.url ?? '', request.query)),
    )
    scope.post(RECONCILE_PATH, (request, reply) => reconcile(request, reply, request.body))
    scope.get(RECONCILE_SUGGEST_PATH, (request, reply) => {
      const { prefix } = parsed(suggestSchema, cleanQuery(request.raw.url ?? '', request.query))
      return answer(request, reply, 1, async () => ({ result: await reconciliation.suggest(prefix) }))
    })
  })
}

function parsed<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = z.safeParse(schema, input)
  if (!result.success) throw badRequest(result.error.issues.map(({ path }) => path.join('.')).join('、'))
  return result.data
}
