import * as z from 'zod/mini'
import { choiceSchema } from './membership.ts'

/** Where the agent says it runs (SPEC §3). */
export const deviceTypes = ['wechat', 'alipay', 'qq', 'android', 'ios', 'windows', 'mac', 'linux', 'web'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What an SMS code is for. Only scenes whose use is built are accepted. */
export const smsScenes = ['login', 'register', 'resetPassword', 'deactivate', 'correction'] as const
export type SmsScene = (typeof smsScenes)[number]

export const SMS_RESEND_SECONDS = 60
export const SMS_CODE_LENGTH = 6

/** A captcha is looked at or listened to; either is answered in `captchaCode`. */
export const captchaKinds = ['picture', 'voice'] as const
export type CaptchaKind = (typeof captchaKinds)[number]
/** Characters of a picture, digits of a voice. */
export const captchaLengths: Readonly<Record<CaptchaKind, number>> = { picture: 4, voice: 6 }

const mobilePattern = /^1[3-9]\d{9}$/

/** A mainland mobile number as people type it (spaces, +86, full width), or null. */
export function parseMobile(input: string): string | null {
  const digits = input
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)?86(?=1)/, '')
  return mobilePattern.test(digits) ? digits : null
}

export const captchaQuery = z.object({ kind: z._default(z.enum(captchaKinds), 'picture') })

export const captchaSchema = z.object({
  captchaId: z.string(),
  /** A data URL of a PNG; null where it is spoken. */
  image: z.nullable(z.string()),
  /** A WAV file in base64; null where it is drawn. */
  audio: z.nullable(z.string()),
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

/** Only a ticket spent by the call opens a session, so a caller that has one need not say this. */
export const userDetailQuery = z.object({
  deviceType: z._default(z.enum(deviceTypes), 'web'),
  deviceId: z._default(z.string().check(z.maxLength(128)), ''),
  fr: z._default(short, ''),
})

/** Empty is the number of the session that calls: the app keeps only a masked one. */
const ownMobile = z._default(short, '')
/** Longer than any password may be, so that the answer can say what is wrong with it. */
const password = z.string().check(z.maxLength(256))
/** The set of agreements the person agreed to (`agreements.ts`). */
const agreementVersion = short

export const PASSWORD_LENGTH = { min: 8, max: 64 } as const

export const sendSmsCodeBody = z.object({
  mobile: ownMobile,
  scene: z.enum(smsScenes),
  captchaId: short,
  captchaCode: short,
  ...deviceFields,
})

export const registerBody = z.object({ mobile: short, smsCode: short, password, agreementVersion, ...deviceFields })

export const loginBySmsCodeBody = z.object({ mobile: short, smsCode: short, agreementVersion, ...deviceFields })

/** The captcha is asked for after too many wrong passwords (`captchaNeeded`), and empty before. */
export const loginByPasswordBody = z.object({
  mobile: short,
  password,
  captchaId: z._default(short, ''),
  captchaCode: z._default(short, ''),
  agreementVersion,
  ...deviceFields,
})

export const resetPasswordBody = z.object({ mobile: ownMobile, smsCode: short, password })

export const deactivateBody = z.object({ smsCode: short })

/** How long an account that is to be erased can still be kept. */
export const DEACTIVATION_DAYS = 7

export const NICKNAME_LENGTH = { min: 2, max: 20 } as const
export const saveNicknameBody = z.object({ nickname: short })

export const agreeBody = z.object({ agreementVersion })

/** How a person can log in: by code always, by password once one is set. */
export const loginMethods = ['sms', 'password'] as const

const userDetailFields = {
  userId: z.string(),
  phoneMasked: z.string(),
  nickname: z.nullable(z.string()),
  isVip: z.boolean(),
  /** End of the membership, also one that has ended; null for someone who never was a member. */
  vipExpireAt: z.nullable(z.string()),
  vipSource: z.nullable(z.enum(['赠送', '购买'])),
  /** Whether the gift of this number can still be claimed. */
  canClaimGift: z.boolean(),
  careerList: z.array(choiceSchema),
  industryList: z.array(choiceSchema),
  registeredAt: z.string(),
  loginMethods: z.array(z.enum(loginMethods)),
  /** The newest set of agreements agreed to; null for someone who arrived from outside and has not been asked. */
  agreementVersion: z.nullable(z.string()),
  /** When the account will be erased, while that can still be undone. */
  eraseAt: z.nullable(z.string()),
  /** The partner this session arrived from; null for one opened here. */
  loginSource: z.nullable(z.string()),
}

export const userDetailSchema = z.object(userDetailFields)
export type UserDetail = z.infer<typeof userDetailSchema>

/**
 * What `getUserDetail` answers. The last three only when the token was a ticket from outside, which this very call spent:
 * `token` is the session to be used from now on.
 */
export const userDetailAnswerSchema = z.object({
  ...userDetailFields,
  token: z.optional(z.string()),
  isFirstLogin: z.optional(z.boolean()),
  source: z.optional(z.string()),
})
export type UserDetailAnswer = z.infer<typeof userDetailAnswerSchema>

export const loginAnswerSchema = z.object({
  token: z.string(),
  isFirstLogin: z.boolean(),
  userDetail: userDetailSchema,
})
export type LoginAnswer = z.infer<typeof loginAnswerSchema>

/** A device that is signed in. Its id names the session without opening it. */
export const signedInDeviceSchema = z.object({
  id: z.string(),
  deviceType: z.enum(deviceTypes),
  signedInAt: z.string(),
  /** Exact to the hour. */
  lastUsedAt: z.string(),
  /** The partner it arrived from; null for a login here. */
  loginSource: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>
export const signedInDevicesSchema = z.object({ list: z.array(signedInDeviceSchema) })
export const signOutDeviceBody = z.object({ id: short })
export const signedOutDevicesSchema = z.object({ signedOut: z.int() })

/** A partner's server asks for a ticket; how it signs is in docs/partner-login.md. */
export const externalTicketBody = z.object({
  source: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  /** Verified by the partner. */
  mobile: short,
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  /** HMAC-SHA256, hex. */
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export const externalTicketSchema = z.object({
  /** Goes into the address as `token`; good once. */
  token: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
})
