import * as z from 'zod/mini'

/** Where the agent says it runs (SPEC §3). */
export const deviceTypes = ['wechat', 'alipay', 'qq', 'android', 'ios', 'windows', 'mac', 'linux', 'web'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What an SMS code is for. Only scenes whose use is built are accepted. */
export const smsScenes = ['login'] as const
export type SmsScene = (typeof smsScenes)[number]

export const SMS_RESEND_SECONDS = 60
export const SMS_CODE_LENGTH = 6
export const CAPTCHA_LENGTH = 4

const mobilePattern = /^1[3-9]\d{9}$/

/** A mainland mobile number as people type it (spaces, +86, full width), or null. */
export function parseMobile(input: string): string | null {
  const digits = input
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)?86(?=1)/, '')
  return mobilePattern.test(digits) ? digits : null
}

export const captchaSchema = z.object({
  captchaId: z.string(),
  /** A data URL of a PNG. */
  image: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
  /** Set where SMS codes are not sent but printed by the server. */
  codesInTerminal: z.boolean(),
})
export type Captcha = z.infer<typeof captchaSchema>

const short = z.string().check(z.maxLength(64))
/** Sent with every call that opens a session or asks for a code. `fr` is the channel, empty by default. */
export const deviceFields = {
  deviceType: z.enum(deviceTypes),
  deviceId: z.string().check(z.maxLength(128)),
  fr: z._default(short, ''),
}

export const sendSmsCodeBody = z.object({
  mobile: short,
  scene: z.enum(smsScenes),
  captchaId: short,
  captchaCode: short,
  ...deviceFields,
})

export const loginBySmsCodeBody = z.object({ mobile: short, smsCode: short, ...deviceFields })

export const userDetailSchema = z.object({
  userId: z.string(),
  phoneMasked: z.string(),
  nickname: z.nullable(z.string()),
  isVip: z.boolean(),
  registeredAt: z.string(),
})
export type UserDetail = z.infer<typeof userDetailSchema>

export const loginAnswerSchema = z.object({
  token: z.string(),
  isFirstLogin: z.boolean(),
  userDetail: userDetailSchema,
})
export type LoginAnswer = z.infer<typeof loginAnswerSchema>
