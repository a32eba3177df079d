import * as z from 'zod/mini'

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
export type WechatToken = { value: string; expiresIn: number }

/** The calls of WeChat's server. Each rejects with WechatRefused or another error without request and answer. */
export interface WechatApi {
  /** The user's id in the mini-program, for a code of `wx.login`. */
  codeToOpenId(code: string, signal: AbortSignal): Promise<string>
  /** `isRefreshed`: WeChat discards its current token, which it refused. */
  stableToken(isRefreshed: boolean, signal: AbortSignal): Promise<WechatToken>
  phoneInfo(accessToken: string, code: string, signal: AbortSignal): Promise<WechatPhoneInfo>
  jsTicket(accessToken: string, signal: AbortSignal): Promise<WechatToken>
}

export function createWechatApi(account: WechatAccount, endpoint = 'https://api.weixin.qq.com'): WechatApi {
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
    async codeToOpenId(code, signal) {
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

    async stableToken(isRefreshed, signal) {
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

    async phoneInfo(accessToken, code, signal) {
      const answer = await request({
        name: '/wxa/business/getuserphonenumber',
        query: { access_token: accessToken },
        body: { code },
        answer: phoneSchema,
        signal,
      })
      return answer.phone_info
    },

    async jsTicket(accessToken, signal) {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
