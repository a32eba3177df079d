import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Clock, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import type { Cipher } from '../crypto/cipher.ts'
import type { Database } from '../database/database.ts'
import { changesRow } from '../database/portable-sql.ts'
import { parseJson } from '../json.ts'

/** An account at WeChat: a mini-program or an official account. */
export type WechatAccount = { appId: string; secret: string }

/** WeChat answered with an error code. The message contains neither the request nor WeChat's sentence. */
export class WechatRefused extends Error {
  readonly errcode: number
  constructor(call: string, errcode: number) {
    super(`WeChat refused ${call}: errcode ${errcode}`)
    this.errcode = errcode
  }
}

/** Error codes of WeChat that the server distinguishes. */
export const wechatErrors = {
  systemBusy: -1,
  codeInvalid: 40_029,
  codeUsed: 40_163,
  tooFrequent: 45_011,
  userBlocked: 40_226,
  tokenInvalid: 40_001,
  tokenExpired: 42_001,
} as const

const refusalSchema = z.object({ errcode: z.int() })
// `session_key` is not read: the server does not need it.
const sessionSchema = z.object({ openid: z.string().check(z.regex(/^[\w-]{1,64}$/)) })
const lifetime = z.int().check(z.minimum(1), z.maximum(86_400))
const secret = z.string().check(z.minLength(1), z.maxLength(1024))
const tokenSchema = z.object({ access_token: secret, expires_in: lifetime })
const ticketSchema = z.object({ ticket: secret, expires_in: lifetime })
const phoneSchema = z.object({
  phone_info: z.object({
    purePhoneNumber: z.string(),
    countryCode: z.string(),
    watermark: z.object({ timestamp: z.int(), appid: z.string() }),
  }),
})
export type WechatPhoneInfo = z.output<typeof phoneSchema>['phone_info']

/** A token or ticket of WeChat; `expiresIn` in seconds. */
type WechatToken = { value: string; expiresIn: number }

/** The calls of WeChat's server. Each rejects with WechatRefused or another error without request and answer. */
export type WechatApi = ReturnType<typeof createWechatApi>

export function createWechatApi(account: WechatAccount, endpoint = 'https://api.weixin.qq.com') {
  type Call<T> = {
    name: string
    query: Record<string, string>
    /** Absent: a GET. */
    body?: unknown
    answer: z.ZodMiniType<T>
    signal: AbortSignal
  }

  async function request<T>({ name, query, body, answer, signal }: Call<T>): Promise<T> {
    const url = new URL(name, endpoint)
    url.search = new URLSearchParams(query).toString()
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal,
    }).catch(() => null)
    // The cause is left out: it can contain the address, and with it the secret.
    if (response === null) throw new Error(`WeChat did not answer ${name}`)
    const content = parseJson(await response.text())
    const refusal = z.safeParse(refusalSchema, content)
    if (refusal.success && refusal.data.errcode !== 0) throw new WechatRefused(name, refusal.data.errcode)
    const parsed = response.ok ? z.safeParse(answer, content) : null
    if (parsed?.success !== true) throw new Error(`WeChat answered ${name} with nothing it documents`)
    return parsed.data
  }

  return {
    /** The user's id in the mini-program, for a code of `wx.login`. */
    async codeToOpenId(code: string, signal: AbortSignal): Promise<string> {
      const { openid } = await request({
        name: '/sns/jscode2session',
        query: {
          appid: account.appId,
          secret: account.secret,
          js_code: code,
          grant_type: 'authorization_code',
        },
        answer: sessionSchema,
        signal,
      })
      return openid
    },

    /** `isRefreshed`: WeChat discards its current token, which it refused. */
    async stableToken(isRefreshed: boolean, signal: AbortSignal): Promise<WechatToken> {
      const { access_token: value, expires_in: expiresIn } = await request({
        name: '/cgi-bin/stable_token',
        query: {},
        body: {
          grant_type: 'client_credential',
          appid: account.appId,
          secret: account.secret,
          force_refresh: isRefreshed,
        },
        answer: tokenSchema,
        signal,
      })
      return { value, expiresIn }
    },

    async phoneInfo(accessToken: string, code: string, signal: AbortSignal): Promise<WechatPhoneInfo> {
      const answer = await request({
        name: '/wxa/business/getuserphonenumber',
        query: { access_token: accessToken },
        body: { code },
        answer: phoneSchema,
        signal,
      })
      return answer.phone_info
    },

    async jsTicket(accessToken: string, signal: AbortSignal): Promise<WechatToken> {
      const { ticket: value, expires_in: expiresIn } = await request({
        name: '/cgi-bin/ticket/getticket',
        query: { access_token: accessToken, type: 'jsapi' },
        answer: ticketSchema,
        signal,
      })
      return { value, expiresIn }
    },
  }
}

/** Tokens are renewed this long before they expire. */
const MARGIN_MS = 5 * 60_000
/** A process that renews a token gets this long; then another process may. */
const LEASE_MS = 4_000
const POLL_MS = 100

type TokenRequest = {
  /** Key of the row. */
  name: string
  /** A token that WeChat refused; the stored one is used when it is another. */
  refused?: string
  renew: (isRefreshed: boolean) => Promise<WechatToken>
  signal: AbortSignal
}

/** Returns the stored token; one process renews it, the others wait for its row. */
export type FindToken = (request: TokenRequest) => Promise<string>

/** Tokens of WeChat, encrypted in the database, so that all processes use the same one. */
export function createWechatTokens({ db, clock, cipher }: { db: Database; clock: Clock; cipher: Cipher }): FindToken {
  async function findStored(name: string, refused: string | undefined) {
    const row = await db.selectFrom('wechat_token').selectAll().where('name', '=', name).executeTakeFirst()
    if (row === undefined || row.sealed === null) return null
    const validMs = row.expires_at - clock.now()
    // A token stored while the clock was ahead would live too long.
    if (validMs <= MARGIN_MS || validMs > 86_400_000) return null
    const value = openOrNull(cipher, row.sealed)
    return value === refused ? null : value
  }

  /** Whether this process is the one that renews the token. */
  async function takeLease(name: string) {
    const now = clock.now()
    return db
      .insertInto('wechat_token')
      .values({ name, sealed: null, expires_at: 0, renewing_until: now + LEASE_MS })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ renewing_until: now + LEASE_MS })
          .where((where) =>
            where.or([
              where('wechat_token.renewing_until', '<=', now),
              where('wechat_token.renewing_until', '>', now + LEASE_MS + PROCESS_DIFFERENCE_MS),
            ]),
          ),
      )
      .$call(changesRow)
  }

  async function store(name: string, { value, expiresIn }: WechatToken) {
    await db
      .updateTable('wechat_token')
      .set({ sealed: cipher.seal(value), expires_at: clock.now() + expiresIn * 1000, renewing_until: 0 })
      .where('name', '=', name)
      .execute()
  }

  const endLease = (name: string) =>
    db.updateTable('wechat_token').set({ renewing_until: sql`0` }).where('name', '=', name).execute()

  return async ({ name, refused, renew, signal }) => {
    for (;;) {
      const stored = await findStored(name, refused)
      if (stored !== null) return stored
      if (await takeLease(name)) {
        try {
          // Another process may have stored a token, and ended its lease, after the look-up above.
          const other = await findStored(name, refused)
          if (other !== null) {
            await endLease(name)
            return other
          }
          const renewed = await renew(refused !== undefined)
          await store(name, renewed)
          return renewed.value
        } catch (error) {
          await endLease(name)
          throw error
        }
      }
      await delay(POLL_MS, undefined, { signal })
    }
  }
}

/** null: sealed with another key, as after secret.key was replaced. */
function openOrNull(cipher: Cipher, sealed: string): string | null {
  try {
    return cipher.open(sealed)
  } catch {
    return null
  }
}
