import * as z from 'zod/mini'

/** Source of a session that began in the mini-program. */
export const MINI_PROGRAM_SOURCE = 'mini-program'

const short = z.string().check(z.maxLength(64))
/** A code of WeChat, valid once. */
const wechatCode = z.string().check(z.regex(/^[\w-]{1,128}$/))
/** The session begins later, in the web view, with that page's own device id. */
const originFields = { deviceId: z.string().check(z.maxLength(128)), fr: z._default(short, '') }

export const loginByWechatCodeBody = z.object({ code: wechatCode, ...originFields })

/** `ticket`: the WeChat user is linked to an account. `bindToken`: the user must confirm a number first. */
export const wechatLoginSchema = z.union([z.object({ ticket: z.string() }), z.object({ bindToken: z.string() })])
export type WechatLogin = z.infer<typeof wechatLoginSchema>

export const bindWechatPhoneBody = z.object({
  bindToken: short,
  phoneCode: wechatCode,
  /** Version of the agreements that the user accepted. */
  agreementVersion: short,
  ...originFields,
})
export const wechatPhoneSchema = z.object({ ticket: z.string(), isFirstLogin: z.boolean() })
export type WechatPhone = z.infer<typeof wechatPhoneSchema>

/** Whether the account is linked to a WeChat user. */
export const wechatLinkSchema = z.object({ isLinked: z.boolean() })

/** Longest address that is signed. */
const SIGNED_URL_LENGTH = 2048
/** Address of the page; it is signed without its hash. */
export const jsConfigQuery = z.object({ url: z.string().check(z.maxLength(SIGNED_URL_LENGTH)) })
export const jsConfigSchema = z.object({
  appId: z.string(),
  /** Seconds since 1970. */
  timestamp: z.int(),
  nonceStr: z.string(),
  /** SHA-1, hex. */
  signature: z.string(),
})
export type JsConfig = z.infer<typeof jsConfigSchema>
