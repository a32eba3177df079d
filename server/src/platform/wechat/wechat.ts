import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import type { JsConfig } from '@baiqicha/contract/wechat'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import type { Cipher } from '../crypto/cipher.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log/logger.ts'
import { createServiceOutage } from '../log/service-outage.ts'
import {
  createWechatApi,
  createWechatTokens,
  type FindToken,
  type WechatAccount,
  type WechatApi,
  type WechatPhoneInfo,
  WechatRefused,
  wechatErrors,
} from './wechat-api.ts'

type SignedPage = { ticket: string; nonceStr: string; timestamp: number; url: string }

/** Signature of WeChat's JS-SDK, in the documented order of the fields. */
export const signPage = ({ ticket, nonceStr, timestamp, url }: SignedPage) =>
  hash('sha1', `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`, 'hex')

export type WechatSettings = {
  /** null: the operator has none. */
  miniProgram: WechatAccount | null
  officialAccount: WechatAccount | null
}

export type WechatError =
  /** The code was used, has expired, or belongs to another account. */
  | { type: 'codeVoid' }
  | { type: 'tooFrequent' }
  | { type: 'userBlocked' }
  /** WeChat did not answer, or its answer cannot be used. */
  | { type: 'failed' }

/** null: the operator has no such account. */
export type Wechat = ReturnType<typeof createWechat>
export type MiniProgram = NonNullable<Wechat['miniProgram']>
export type OfficialAccount = NonNullable<Wechat['officialAccount']>

type WechatDeps = {
  settings: WechatSettings
  db: Database
  clock: Clock
  random: Random
  cipher: Cipher
  log: Logger
  /** Another URL in tests. */
  endpoint?: string
  /** Tests set it shorter. */
  deadlineMs?: number
}

/** All calls that answer one request of a user, among them the renewal of a token. */
const DEADLINE_MS = 3_000
/** Largest age of a stated number, and largest difference between the clocks. */
const WATERMARK_MS = 5 * 60_000

const isCode = (error: unknown, ...codes: number[]) => error instanceof WechatRefused && codes.includes(error.errcode)

function errorOf(error: unknown): WechatError {
  if (isCode(error, wechatErrors.codeInvalid, wechatErrors.codeUsed)) return { type: 'codeVoid' }
  if (isCode(error, wechatErrors.tooFrequent)) return { type: 'tooFrequent' }
  return isCode(error, wechatErrors.userBlocked) ? { type: 'userBlocked' } : { type: 'failed' }
}

const isTokenRefused = (error: unknown) => isCode(error, wechatErrors.tokenInvalid, wechatErrors.tokenExpired)

/** Deadline, circuit breaker and log around the calls of one account. */
function createGuard({ clock, log, deadlineMs = DEADLINE_MS }: WechatDeps, service: string) {
  const outage = createServiceOutage(log, service)
  const run = createCircuitBreaker({
    clock,
    deadlineMs,
    isRefusal: (error) => error instanceof WechatRefused && error.errcode !== wechatErrors.systemBusy,
  })
  return async <T>(operation: (signal: AbortSignal) => Promise<T>): Promise<Result<T, WechatError>> => {
    try {
      const result = await run(operation)
      outage.worked()
      return ok(result)
    } catch (error) {
      const refusal = errorOf(error)
      if (refusal.type === 'failed') outage.failed(error)
      return failed(refusal)
    }
  }
}

type TokenDeps = { api: WechatApi; appId: string; findToken: FindToken }

/** Calls with the access token of an account; renews a refused token once. */
function createTokenCalls({ api, appId, findToken }: TokenDeps) {
  const accessToken = (signal: AbortSignal, refused?: string) =>
    findToken({
      name: `${appId} access`,
      ...(refused !== undefined && { refused }),
      renew: (isRefreshed) => api.stableToken(isRefreshed, signal),
      signal,
    })
  return async <T>(signal: AbortSignal, call: (accessToken: string) => Promise<T>): Promise<T> => {
    const token = await accessToken(signal)
    try {
      return await call(token)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      return call(await accessToken(signal, token))
    }
  }
}

const open = <T>(account: WechatAccount | null, build: (account: WechatAccount) => T) =>
  account === null ? null : build(account)

/** The accounts of the operator at WeChat. */
export function createWechat(deps: WechatDeps) {
  const { settings, clock, random, endpoint } = deps
  const findToken = createWechatTokens(deps)

  function isFresh({ watermark }: WechatPhoneInfo, appId: string) {
    return watermark.appid === appId && Math.abs(clock.now() - watermark.timestamp * 1000) <= WATERMARK_MS
  }

  function openMiniProgram(account: WechatAccount) {
    const { appId } = account
    const api = createWechatApi(account, endpoint)
    const guard = createGuard(deps, 'WeChat mini-program')
    const withToken = createTokenCalls({ api, appId, findToken })
    return {
      findOpenId: (code: string): Promise<Result<string, WechatError>> =>
        guard((signal) => api.codeToOpenId(code, signal)),
      /** The number as WeChat states it, with its country code. */
      async findPhone(code: string): Promise<Result<{ countryCode: string; number: string }, WechatError>> {
        const found = await guard((signal) => withToken(signal, (token) => api.phoneInfo(token, code, signal)))
        if (!found.ok) return found
        if (!isFresh(found.value, appId)) {
          deps.log.warn('wechat-failed', { detail: 'the watermark of a number has another AppID or is old' })
          return failed({ type: 'failed' })
        }
        return ok({ countryCode: found.value.countryCode, number: found.value.purePhoneNumber })
      },
    }
  }

  function openOfficialAccount(account: WechatAccount) {
    const { appId } = account
    const api = createWechatApi(account, endpoint)
    const guard = createGuard(deps, 'WeChat official account')
    const withToken = createTokenCalls({ api, appId, findToken })
    const findTicket = (signal: AbortSignal) =>
      findToken({
        name: `${appId} ticket`,
        renew: () => withToken(signal, (token) => api.jsTicket(token, signal)),
        signal,
      })
    return {
      /** Signs the address of a page, which has no hash. */
      async signPage(url: string): Promise<Result<JsConfig, WechatError>> {
        const ticket = await guard(findTicket)
        if (!ticket.ok) return ticket
        const nonceStr = Buffer.from(random.bytes(12)).toString('hex')
        const timestamp = Math.floor(clock.now() / 1000)
        const signature = signPage({ ticket: ticket.value, nonceStr, timestamp, url })
        return ok({ appId, timestamp, nonceStr, signature })
      },
    }
  }

  return {
    miniProgram: open(settings.miniProgram, openMiniProgram),
    officialAccount: open(settings.officialAccount, openOfficialAccount),
  }
}

/** Larger than WeChat's check files, which contain one short text. */
const VERIFY_FILE_BYTES = 1024

/** @throws Error unless all are small text files, each with a name of its own: the name is the address. */
export function readVerifyFiles(text: string): string[] {
  const files = text.split(',').flatMap((file) => (file.trim() === '' ? [] : [path.resolve(file.trim())]))
  const names = new Set<string>()
  for (const file of files) {
    const name = path.basename(file)
    const stats = statSync(file)
    const isSmallText = /^[\w-]{1,64}\.txt$/.test(name) && stats.isFile() && stats.size <= VERIFY_FILE_BYTES
    if (!isSmallText || names.has(name)) throw new Error(file)
    names.add(name)
  }
  return files
}
