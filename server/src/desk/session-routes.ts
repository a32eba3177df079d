import { OPERATOR_NAME_MAX, OPERATOR_PASSWORD_MIN } from '@baiqicha/contract/desk/action'
import { DESK_API } from '@baiqicha/contract/desk/actions'
import {
  type DeskSessionCall,
  type DeskSessionInput,
  type DeskSessionOutput,
  deskSessionCalls,
} from '@baiqicha/contract/desk/operators'
import { keysOf } from '@baiqicha/contract/keys-of'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { PasswordFlaw } from '../domain/account/password-rules.ts'
import { type Result, valueOrThrow } from '../domain/result.ts'
import type { OperatorSession } from '../features/operators/operator-login.service.ts'
import type { SetupError } from '../features/operators/operator-setup.service.ts'
import { badRequest, unavailable } from '../platform/http/refusal.ts'
import { respondSuccess } from '../platform/http/respond.ts'
import { clearCookie, type DeskPipeline, requireOwnOrigin, setCookie } from './action-routes.ts'
import { actionRefused, loginRefusal } from './desk-handlers.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type SessionHandlers = {
  [K in DeskSessionCall]: (input: DeskSessionInput<K>, exchange: Exchange) => Promise<DeskSessionOutput<K>>
}

const passwordSentences: Record<PasswordFlaw, string> = {
  short: `密码至少 ${OPERATOR_PASSWORD_MIN} 个字符`,
  long: '密码过长',
  unprintable: '密码含有不可输入的字符',
  mobile: '密码不能是手机号',
  common: '密码过于常见，请换一个',
}

const setupSentences: Record<Exclude<SetupError['type'], 'limited' | 'password'>, string> = {
  void: '设置码不正确、已用过或已过期，请向管理员索取新的',
  badName: `姓名应为 1 至 ${OPERATOR_NAME_MAX} 个字母、汉字或数字`,
  nameTaken: '已有同名操作员',
  wrong: '动态码不正确，请等待下一个',
}

function setupRefusal(error: SetupError) {
  if (error.type === 'limited') return loginRefusal(error)
  return actionRefused(error.type === 'password' ? passwordSentences[error.flaw] : setupSentences[error.type])
}

const setupValue = <T>(result: Result<T, SetupError>): T => valueOrThrow(result, setupRefusal)

const shown = ({ name, roles, expiresAt }: OperatorSession) => ({ name, roles: [...roles], expiresAt })

function createSessionHandlers({ logins, setups, sessions, sessionOf, isSecure }: DeskPipeline): SessionHandlers {
  async function signIn(token: string, reply: FastifyReply) {
    const session = await sessions.find(token)
    if (session === null) throw unavailable()
    setCookie(reply, token, isSecure)
    return shown(session)
  }

  return {
    async 'session/current'(_input, { request }) {
      const session = await sessionOf(request)
      return session === null ? null : shown(session)
    },
    async 'session/login'(login, { request, reply }) {
      const signedIn = await logins.signIn({ ...login, address: request.callerKey })
      if (!signedIn.ok) throw loginRefusal(signedIn.error)
      return signIn(signedIn.value, reply)
    },
    async 'session/logout'(_input, { request, reply }) {
      const session = await sessionOf(request)
      if (session !== null) await sessions.end(session)
      clearCookie(reply, isSecure)
      return {}
    },
    'setup/find': async ({ setupCode }) => setupValue(await setups.find(setupCode)),
    'setup/begin': async (setup) => setupValue(await setups.begin(setup)),
    async 'setup/finish'(setup, { request, reply }) {
      return signIn(setupValue(await setups.finish({ ...setup, address: request.callerKey })), reply)
    },
  }
}

function registerCall<K extends DeskSessionCall>(
  app: FastifyInstance,
  key: K,
  handle: SessionHandlers[K],
  pipeline: DeskPipeline,
) {
  const { input, output } = deskSessionCalls[key]
  app.post(`${DESK_API}/${key}`, async (request, reply) => {
    requireOwnOrigin(request, pipeline.opsOrigin)
    const parsed: { success: boolean; data?: unknown } = z.safeParse(input, request.body ?? {})
    if (!isInputOf(key, parsed)) throw badRequest()
    const answer = await pipeline.run(request, () => handle(parsed.data, { request, reply }))
    return respondSuccess(reply, JSON.stringify(z.encode(output, answer)))
  })
}

/** Type guard: data that the schema of the call accepted is its input. */
const isInputOf = <K extends DeskSessionCall>(
  _key: K,
  parsed: { success: boolean; data?: unknown },
): parsed is { success: true; data: DeskSessionInput<K> } => parsed.success

/** Login, logout and set-up. */
export function registerSessionCalls(app: FastifyInstance, pipeline: DeskPipeline): void {
  const handlers = createSessionHandlers(pipeline)
  for (const key of keysOf(deskSessionCalls)) registerCall(app, key, handlers[key], pipeline)
}
