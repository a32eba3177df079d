import { type ResultCode, resultCode } from '@baiqicha/contract/result-codes'
import type { AccountLock } from '../../domain/account/session.ts'
import { chinaDay } from '../../domain/clock.ts'
import { Overloaded } from '../admission/admission.ts'
import { storageFailure } from './storage-unavailable.ts'

type RefusalOptions = { code: ResultCode; status?: number; message: string; retryAfterSeconds?: number }

/**
 * The only error whose message is sent to the caller: a code of the contract, an HTTP status, a sentence for the user.
 * A refusal by a rule is HTTP 200. Every other error is answered with a fixed sentence.
 */
export class Refusal extends Error {
  readonly code: ResultCode
  readonly status: number
  readonly retryAfterSeconds: number | null

  constructor({ code, status = 200, message, retryAfterSeconds }: RefusalOptions) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** A request that the web app never sends. `what` must not contain text of the caller. */
export const badRequest = (what?: string) =>
  new Refusal({ code: resultCode.badRequest, status: 400, message: what ? `请求有误：${what}` : '请求有误' })

export const unknownPath = () => new Refusal({ code: resultCode.unknownPath, status: 404, message: '请求地址不存在' })

export const noSession = () => new Refusal({ code: resultCode.noSession, message: '请登录后继续' })

export const notFound = (message = '未找到该企业') => new Refusal({ code: resultCode.notFound, message })

/** @throws Refusal when there is nothing that readers see. */
export function orNotFound<T>(found: T | null | undefined, message?: string): T {
  if (found === null || found === undefined) throw notFound(message)
  return found
}

/** Operators locked the account. */
export const accountLocked = ({ reason, endsAt }: AccountLock) =>
  new Refusal({ code: resultCode.accountLocked, message: `账户已停用至 ${chinaDay(endsAt - 1)}：${reason}` })

/** Wrong, used or expired. */
export const captchaWrong = () =>
  new Refusal({ code: resultCode.captchaWrong, message: '图形验证码错误或已过期，请重新输入' })

/** Overload, or an unavailable dependency; must not appear as a missing session or an empty result. */
export const unavailable = (message = '服务暂时不可用，请稍后重试', retryAfterSeconds = 2) =>
  new Refusal({ code: resultCode.unavailable, status: 503, message, retryAfterSeconds })

/** Overload. Shared instance: under overload, constructing an error per request would cost most of the refusal. */
export const overloaded = unavailable('当前访问人数较多，请稍后重试', 1)

const internal = () => new Refusal({ code: resultCode.internal, status: 500, message: '服务出现问题，请稍后重试' })

/** Whether Fastify could not read the request. */
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500

/**
 * The refusal to send for an error. `isServerFault`: an operator must investigate. The text of an unknown error is never
 * sent.
 */
export function refusalOf(error: unknown): { refusal: Refusal; isServerFault: boolean } {
  if (error instanceof Refusal) return { refusal: error, isServerFault: false }
  if (error instanceof Overloaded) return { refusal: overloaded, isServerFault: false }
  // Before the storage: a client that goes away has the code of a lost connection too.
  if (isUnreadable(error)) return { refusal: badRequest(), isServerFault: false }
  if (storageFailure(error) !== null) return { refusal: unavailable(), isServerFault: true }
  return { refusal: internal(), isServerFault: true }
}

/**
 * Resolves or rejects like the work, or rejects with the error of `expire` when the time is up. The work is not
 * cancelled.
 */
export function withDeadline<T>(work: Promise<T>, milliseconds: number, expire: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(expire()), milliseconds)
    const inTime =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer)
        settle(value)
      }
    work.then(inTime(resolve), inTime(reject))
  })
}

/** As `withDeadline`; a call that is not answered in time gets 503. */
export const inTime = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  withDeadline(work, milliseconds, () => unavailable())
