import type { DeskAction } from '@baiqicha/contract/desk/action'
import {
  DESK_HEADER,
  type DeskActionName,
  type DeskOutput,
  deskActionNames,
  deskActions,
  deskPath,
  mayRun,
  type ParsedDeskInput,
} from '@baiqicha/contract/desk/actions'
import { freshCodeSchema } from '@baiqicha/contract/desk/operators'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { maskedJson } from '../domain/masking/masking.ts'
import type { OperatorLogins, OperatorSession, OperatorSessions } from '../features/operators/operator-login.service.ts'
import type { OperatorSetups } from '../features/operators/operator-setup.service.ts'
import { isLocalHost } from '../platform/http/client-address.ts'
import { badRequest, noSession } from '../platform/http/refusal.ts'
import { respondSuccess } from '../platform/http/respond.ts'
import { type DeskHandler, type DeskHandlers, freshCodeRefusal, roleMissing } from './desk-handlers.ts'

/**
 * Refuses calls that a page of another origin or a form sends: browsers send cookies of a host to all its ports. Without
 * `OPS_ORIGIN` the origin is the requested host, which must be this machine. @throws Refusal
 */
export function requireOwnOrigin({ headers }: FastifyRequest, opsOrigin: string | undefined): void {
  const { origin, host = '' } = headers
  const own = opsOrigin ?? (isLocalHost(host.replace(/:\d+$/, '')) ? `http://${host}` : undefined)
  if (own === undefined || origin?.toLowerCase() !== own || headers[DESK_HEADER] !== '1') throw badRequest('来源不符')
}

const NAME = 'baiqicha-desk'
/** Browsers accept the prefix only over https, for the whole host, and not from a sibling subdomain. */
const nameFor = (isSecure: boolean) => (isSecure ? `__Host-${NAME}` : NAME)

const attributes = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** The token in the cookie of the desk; empty: none. */
export function cookieTokenOf({ headers }: FastifyRequest, isSecure: boolean): string {
  const wanted = `${nameFor(isSecure)}=`
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? ''
}

/** Ends with the browser; the session ends earlier in the database. */
export const setCookie = (reply: FastifyReply, token: string, isSecure: boolean) =>
  reply.header('set-cookie', `${nameFor(isSecure)}=${token}; ${attributes(isSecure)}`)

export const clearCookie = (reply: FastifyReply, isSecure: boolean) =>
  reply.header('set-cookie', `${nameFor(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`)

export type DeskPipeline = {
  /** Origin as browsers see it; undefined: the requested host, which must be this machine. */
  opsOrigin: string | undefined
  /** Whether browsers reach the desk over https. */
  isSecure: boolean
  sessions: OperatorSessions
  logins: OperatorLogins
  setups: OperatorSetups
  sessionOf: (request: FastifyRequest) => Promise<OperatorSession | null>
  /**
   * Runs the work in a slot of the desk's load class, with the address of the caller for the audit. `longestMs`: time of a call
   * that may take longer than others.
   */
  run<T>(request: FastifyRequest, work: () => Promise<T>, longestMs?: number): Promise<T>
}

/** Answers with pictures in base64, set-up codes, texts to edit, a contact that the operator requested whole, and rows as a file has them. */
const wholeAnswers: ReadonlySet<DeskActionName> = new Set([
  'corrections picture',
  'feedback picture',
  'feedback contact',
  'imports rejects',
  'agreements show',
  'content show',
  'content publish',
  'content restore',
  'operators add',
  'operators reset-totp',
])

/** Registers each action under its path. A handler is required for each by its type. */
export function registerActions(app: FastifyInstance, handlers: DeskHandlers, pipeline: DeskPipeline): void {
  for (const name of deskActionNames) registerAction(app, name, handlers[name], pipeline)
}

function registerAction<K extends DeskActionName>(
  app: FastifyInstance,
  name: K,
  handle: DeskHandler<K>,
  pipeline: DeskPipeline,
): void {
  const action: DeskAction = deskActions[name]

  async function requireFreshCode(session: OperatorSession, request: FastifyRequest, input: object) {
    const isDryRun = 'dryRun' in input && input.dryRun === true
    if (action.totp === undefined || (action.totp === 'unlessDryRun' && isDryRun)) return
    const { totp } = z.parse(freshCodeSchema, request.body ?? {})
    if (totp === undefined) throw freshCodeRefusal(null)
    const confirmed = await pipeline.logins.confirm(session, totp, request.callerKey)
    if (!confirmed.ok) throw freshCodeRefusal(confirmed.error)
  }

  async function answer(request: FastifyRequest): Promise<string> {
    const session = await pipeline.sessionOf(request)
    if (session === null) throw noSession()
    if (!mayRun(session.roles, name)) throw roleMissing()
    const parsed: { success: boolean; data?: unknown } = z.safeParse(action.input, request.body ?? {})
    if (!isInputOf(name, parsed)) throw badRequest()
    await requireFreshCode(session, request, parsed.data)
    const output: DeskOutput<K> = await handle(parsed.data, `desk:${session.name}`)
    // The schema drops fields that the desk does not show.
    const encoded = z.encode(action.output, output)
    return wholeAnswers.has(name) ? JSON.stringify(encoded) : maskedJson(encoded)
  }

  const { bodyLimit } = action
  app.post(deskPath(name), { ...(bodyLimit !== undefined && { bodyLimit }) }, async (request, reply) => {
    requireOwnOrigin(request, pipeline.opsOrigin)
    return respondSuccess(reply, await pipeline.run(request, () => answer(request), action.deadlineMs))
  })
}

/** Type guard: data that the schema of the action accepted is its input. */
const isInputOf = <K extends DeskActionName>(
  _name: K,
  parsed: { success: boolean; data?: unknown },
): parsed is { success: true; data: ParsedDeskInput<K> } => parsed.success
