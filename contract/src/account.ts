import * as z from 'zod/mini'
import { deviceTypes, userDetailSchema } from './user-detail.ts'

export * from './user-detail.ts'

/** Purposes of an SMS code. */
export const smsScenes = [
  'login',
  'register',
  'resetPassword',
  'deactivate',
  'exportData',
  'signOut',
  'correction',
  'hideNumber',
] as const
export type SmsScene = (typeof smsScenes)[number]

export const SMS_RESEND_SECONDS = 60
export const SMS_CODE_LENGTH = 6

/** A captcha is a picture or a recording; `captchaCode` answers both. */
const captchaKinds = ['picture', 'voice'] as const
export type CaptchaKind = (typeof captchaKinds)[number]
/** Characters of a picture, or digits of a recording. */
export const captchaLengths: Readonly<Record<CaptchaKind, number>> = { picture: 4, voice: 6 }

const mobilePattern = /^1[3-9]\d{9}$/

/** What people and apps put around digits: spaces, dashes, brackets, dots, and invisible characters. */
const aroundDigits = /[\s\p{Pd}\p{Cf}\p{DI}\p{Co}\u2800\u2212().·]/gu

/** A mainland mobile number as people type or paste it (spaces, +86, full width, invisible characters), or null. */
export function parseMobile(input: string): string | null {
  const digits = input
    .normalize('NFKC')
    .replace(aroundDigits, '')
    .replace(/^(tel:)?((\+|00)?86)?(?=1)/i, '')
  return mobilePattern.test(digits) ? digits : null
}

export const captchaQuery = z.object({ kind: z._default(z.enum(captchaKinds), 'picture') })

export const captchaSchema = z.object({
  captchaId: z.string(),
  /** Data URL of a PNG; null for a recording. */
  image: z.nullable(z.string()),
  /** WAV file in base64; null for a picture. */
  audio: z.nullable(z.string()),
  /** Seconds. */
  expiresIn: z.int(),
  /** Set when the server prints SMS codes instead of sending them. */
  codesInTerminal: z.boolean(),
})
export type Captcha = z.infer<typeof captchaSchema>

const short = z.string().check(z.maxLength(64))
/** Sent with every call that opens a session or requests a code. `fr`: channel, empty by default. */
const deviceFields = {
  deviceType: z.enum(deviceTypes),
  deviceId: z.string().check(z.maxLength(128)),
  fr: z._default(short, ''),
}

/** Empty: the number of the calling session, which the app knows only in masked form. */
const ownMobile = z._default(short, '')
/** Accepts more than a password may have, so that the answer can name the flaw. */
const password = z.string().check(z.maxLength(256))
/** Version of the agreements that the user accepted (`agreements.ts`). */
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

/** A captcha is required after too many wrong passwords (`captchaNeeded`); empty before. */
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

/** `csv`: one file per kind of data. */
export const exportFormats = ['json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportDataQuery = z.object({ format: z._default(z.enum(exportFormats), 'json') })
/** Request header with the code of the scene `exportData`, which a session of a partner needs. */
export const SMS_CODE_HEADER = 'sms-code'

/** Days in which a deactivation can be revoked. */
export const DEACTIVATION_DAYS = 7

export const NICKNAME_LENGTH = { min: 2, max: 20 } as const
export const saveNicknameBody = z.object({ nickname: short })

export const agreeBody = z.object({ agreementVersion })

export const loginAnswerSchema = z.object({
  token: z.string(),
  isFirstLogin: z.boolean(),
  userDetail: userDetailSchema,
})
/** Data of a login that brought no token: the web reports that no session began. */
export const tokenlessAnswerSchema = z.nullable(z.object({ token: z.optional(z.nullable(z.literal(''))) }))

export type LoginAnswer = z.infer<typeof loginAnswerSchema>

/** A signed-in device. Its id identifies the session and does not grant access. */
const signedInDeviceSchema = z.object({
  id: z.string(),
  deviceType: z.enum(deviceTypes),
  signedInAt: z.string(),
  /** Rounded to the hour. */
  lastUsedAt: z.string(),
  /** Partner of an external login; null: a login of our own. */
  loginSource: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>
export const signedInDevicesSchema = z.object({ list: z.array(signedInDeviceSchema) })
/** Code of the scene `signOut`, which a session of a partner needs to end others; empty: none. */
const signOutCode = z._default(short, '')
export const signOutDeviceBody = z.object({ id: short, smsCode: signOutCode })
export const signOutOtherDevicesBody = z.object({ smsCode: signOutCode })
export const signedOutDevicesSchema = z.object({ signedOut: z.int() })

/** A partner's server requests a ticket; docs/partner-login.md describes the signature. */
export const externalTicketBody = z.object({
  source: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  /** Mobile number, verified by the partner. */
  mobile: short,
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  /** HMAC-SHA256, hex. */
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export const externalTicketSchema = z.object({
  /** Ticket for the address parameter `token`; valid once. */
  token: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
})
