import { KEY_QUOTA_HEADER, KEY_REMAINING_HEADER } from '@baiqicha/contract/api-keys'
import { withoutRefusedRows } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import {
  API_BASE,
  keyRouteKeys,
  LOCKED_HEADER,
  type ParsedInput,
  type Route,
  type RouteKey,
  routeKeys,
  routes,
  TOKEN_HEADER,
} from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../domain/account/session.ts'
import { maskedJson } from '../domain/masking/masking.ts'
import type { ApiKeyService, KeyQuota } from '../features/account/api-key.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import type { Call, Handler, Handlers } from '../platform/http/handler.ts'
import { accountLocked, badRequest, inTime, noSession, overloaded, Refusal } from '../platform/http/refusal.ts'
import { cleanQuery } from '../platform/http/request-text.ts'
import { respondRefusal, respondSuccess } from '../platform/http/respond.ts'
import type { Logger } from '../platform/log/logger.ts'
import type { ReadingLimits } from './reading-limits.ts'

const bearer = /^Bearer +(bqc_\S+)$/i

/** The API key as sent; null: none. Other credentials of the header are those of a proxy. */
export const apiKeyOf = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : (bearer.exec(authorization)?.[1] ?? null)

export const keyRefused = (status = 200) =>
  new Refusal({ code: resultCode.noSession, status, message: 'API 密钥无效、已撤销或已过期' })

/** The call is not on the list of those that take a key. */
const keyNotTaken = () => new Refusal({ code: resultCode.noSession, message: '该接口不接受 API 密钥' })

/** The caller of a key. @throws Refusal when it opens nothing, or its account is locked */
export async function callerOfKey(keys: Pick<ApiKeyService, 'find'>, key: string, status?: number): Promise<Session> {
  const caller = await keys.find(key)
  if (caller === null) throw keyRefused(status)
  if (caller.lock !== undefined) throw accountLocked(caller.lock)
  return caller
}

/** Prints the quota of the key in the answer. */
export const sendQuota = (reply: FastifyReply, { daily, remaining }: KeyQuota) =>
  reply.header(KEY_QUOTA_HEADER, String(daily)).header(KEY_REMAINING_HEADER, String(remaining))

/**
 * Time limit of a call after its admission. With the longest wait for admission (admission-rules.ts), every response is
 * sent within three seconds.
 */
export const DEADLINE_MS = 2_200

export type Pipeline = {
  admission: Record<Route['load'], Admission>
  findSession(token: string): Promise<Session | null>
  apiKeys: Pick<ApiKeyService, 'find' | 'spend'>
  /** Runs a handler, whose reads may go to a replica of the database. */
  run<T>(session: Session | null, work: () => Promise<T>): Promise<T>
  limits: ReadingLimits
  log: Logger
  /** Milliseconds until a call is answered with 503. */
  deadlineMs?: number
}

/**
 * Registers every handler under its route. @throws Error naming routes without a handler and handlers without a route.
 */
export function registerRoutes(app: FastifyInstance, handlers: Handlers, pipeline: Pipeline): void {
  const handled = Object.keys(handlers)
  const wrong = [
    ...routeKeys.filter((key) => !handled.includes(key)),
    ...handled.filter((key) => !Object.hasOwn(routes, key)),
  ]
  if (wrong.length > 0) throw new Error(`Routes and handlers do not match: ${wrong.join(', ')}`)
  for (const key of routeKeys) registerRoute(app, key, handlers[key], pipeline)
}

/**
 * Routes whose answers are not masked. `dial` sends the one number that the user asked for and that its company publishes;
 * the others send no fact of a company but what the operator publishes, pictures in base64, random tokens, and a signature, whose
 * digits may look like a mobile number.
 */
export const wholeNumbers: ReadonlySet<RouteKey> = new Set([
  'dial',
  'contactConfig',
  'faq',
  'agreement',
  'captcha',
  'jsConfig',
  'createApiKey',
  'setAlertWebhook',
])

/** Calls with a session that a locked account may make: its devices, its deactivation, the agreements, and what its page reads. */
const openToLocked: ReadonlySet<RouteKey> = new Set([
  'logout',
  'devices',
  'signOutDevice',
  'signOutOtherDevices',
  'deactivate',
  'revokeDeactivation',
  'wechatLink',
  'agree',
])
const isClosedToLocked = (key: RouteKey) => routes[key].access === 'session' && !openToLocked.has(key)

/**
 * Serves one route: parse the input, wait for admission to the load class, find the session, take from the reading
 * limit, run the handler, encode. Admission precedes the first query.
 */
function registerRoute<K extends RouteKey>(app: FastifyInstance, key: K, handler: Handler<K>, pipeline: Pipeline) {
  const route: Route = routes[key]
  const { admission } = pipeline
  const deadlineMs = pipeline.deadlineMs ?? route.deadlineMs ?? DEADLINE_MS

  // A handler of `copies` returns the same object until it is loaded again, so the object is encoded once.
  const encodedCopies = new WeakMap<object, string>()
  function encode(data: object | null | undefined): string {
    const known = data && encodedCopies.get(data)
    if (known) return known
    const encoded = encodeAnswer(key, data, pipeline.log)
    const text = wholeNumbers.has(key) ? JSON.stringify(encoded) : maskedJson(encoded)
    if (route.load === 'copies' && data) encodedCopies.set(data, text)
    return text
  }

  async function answerCall(request: FastifyRequest, reply: FastifyReply, input: ParsedInput<K>): Promise<string> {
    const token = tokenOf(request)
    const apiKey = route.access === 'open' || token !== '' ? null : apiKeyOf(request)
    const session = await (apiKey === null ? sessionFor(route, token, pipeline) : sessionOfKey(key, apiKey, pipeline))
    const call = { input, session, token, address: request.callerKey }
    if (!isAllowed(key, call)) throw noSession()
    if (session?.lock !== undefined) {
      if (isClosedToLocked(key)) throw accountLocked(session.lock)
      reply.header(LOCKED_HEADER, '1')
    }
    if (session?.isApiKey) sendQuota(reply, await pipeline.apiKeys.spend(session))
    await pipeline.limits.spend(key, call)
    return encode(await pipeline.run(session, async () => handler(call)))
  }

  app.route({
    method: route.method,
    url: API_BASE + route.path,
    config: { routeKey: key },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // Runs before any other work on the request: a refusal must cost far less than a response.
    onRequest: (_request, reply, done) => {
      if (route.method === 'GET' && admission[route.load].isFull()) respondRefusal(reply, overloaded)
      else done()
    },
    handler: async (request, reply) => {
      const input = parseInput(key, request)
      // A call that hangs frees its slot: a frozen database must not occupy the slots of calls that need no database.
      const data = await admission[route.load].run(() => inTime(answerCall(request, reply, input), deadlineMs))
      // Answers to other methods can hold secrets, whose length beside what a client sends would say something.
      return respondSuccess(reply, data, route.method === 'GET' ? request.headers['accept-encoding'] : undefined)
    },
  })
}

/** Leaves out the rows of a list that the schema refuses: one stored row must not fail the whole list. */
function encodeAnswer(key: RouteKey, data: unknown, log: Logger): unknown {
  const { output }: Route = routes[key]
  const encoded = z.safeEncode(output, data)
  if (encoded.success) return encoded.data
  const rest = withoutRefusedRows(data, encoded.error.issues)
  if (rest === null) throw encoded.error
  const fields = encoded.error.issues.map((issue) => issue.path.join('.'))
  log.error('rows-left-out', { route: key, count: rest.refused, detail: fields.join(', ') })
  return z.encode(output, rest.data)
}

function parseInput<K extends RouteKey>(key: K, request: FastifyRequest): ParsedInput<K> {
  const route: Route = routes[key]
  const raw = route.method === 'GET' ? cleanQuery(request.raw.url ?? '', request.query) : (request.body ?? {})
  const parsed = z.safeParse(route.input, raw)
  if (isInputOf(key, parsed)) return parsed.data
  // Names of fields in the schema; the schema drops all others.
  throw badRequest(parsed.error?.issues.map((issue) => issue.path.join('.')).join('、'))
}

/** Type guard: data that the schema of the route accepted is the input of the route. */
const isInputOf = <K extends RouteKey>(
  _key: K,
  parsed: { success: boolean; data?: unknown },
): parsed is { success: true; data: ParsedInput<K> } => parsed.success

/** Open routes never look up a session, so that they respond while the database is unavailable. */
async function sessionFor(route: Route, token: string, pipeline: Pipeline): Promise<Session | null> {
  return route.access === 'open' || token === '' ? null : pipeline.findSession(token)
}

const keyRoutes = new Set<RouteKey>(keyRouteKeys)

async function sessionOfKey(key: RouteKey, apiKey: string, { apiKeys }: Pipeline): Promise<Session> {
  if (!keyRoutes.has(key)) throw keyNotTaken()
  return callerOfKey(apiKeys, apiKey)
}

/** The token as sent; empty when none was sent. */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers[TOKEN_HEADER]
  return typeof token === 'string' ? token : ''
}

/** Finds the session of a token. @throws Refusal */
export type FindSession = (token: string) => Promise<Session | null>

/** @throws Refusal without a session */
export async function requireSession(findSession: FindSession, request: FastifyRequest): Promise<Session> {
  const token = tokenOf(request)
  const session = token === '' ? null : await findSession(token)
  if (session === null) throw noSession()
  return session
}

type UncheckedCall<K extends RouteKey> = Omit<Call<K>, 'session'> & { session: Session | null }

const isAllowed = <K extends RouteKey>(key: K, call: UncheckedCall<K>): call is Call<K> =>
  routes[key].access === 'session' ? call.session !== null : true
