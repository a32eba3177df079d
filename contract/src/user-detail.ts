import * as z from 'zod/mini'

// In a file of its own: the first load needs it, and no other schema of the account.

/** Device type by the browser agent (SPEC §3). */
export const deviceTypes = ['wechat', 'alipay', 'qq', 'android', 'ios', 'windows', 'mac', 'linux', 'web'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** Identity (career) or industry that a user chose. */
export const choiceSchema = z.object({ id: z.string(), name: z.string() })
export type Choice = z.infer<typeof choiceSchema>

/** The device fields are optional: only a call that exchanges a ticket opens a session. */
export const userDetailQuery = z.object({
  deviceType: z._default(z.enum(deviceTypes), 'web'),
  deviceId: z._default(z.string().check(z.maxLength(128)), ''),
  fr: z._default(z.string().check(z.maxLength(64)), ''),
})

/** Ways to log in: by code always, by password once one is set. */
export const loginMethods = ['sms', 'password'] as const

const userDetailFields = {
  userId: z.string(),
  phoneMasked: z.string(),
  nickname: z.nullable(z.string()),
  isVip: z.boolean(),
  /** End of the membership, past or future; null: never a member. */
  vipExpireAt: z.nullable(z.string()),
  vipSource: z.nullable(z.enum(['赠送', '购买'])),
  /** Whether the gift of the mobile number is unclaimed. */
  canClaimGift: z.boolean(),
  careerList: z.array(choiceSchema),
  industryList: z.array(choiceSchema),
  registeredAt: z.string(),
  loginMethods: z.array(z.enum(loginMethods)),
  /** Newest accepted version of the agreements; null: an external login that has not accepted any. */
  agreementVersion: z.nullable(z.string()),
  /** Time of the erasure while it can be revoked; null: none is pending. */
  eraseAt: z.nullable(z.string()),
  /** Operators locked the account; null: it is open. */
  lock: z.nullable(z.object({ reason: z.string(), endAt: z.string() })),
  /** Partner of an external login; null: a login of our own. */
  loginSource: z.nullable(z.string()),
  /** Number of the user's feedback with an unread answer. */
  unreadFeedback: z.int(),
  /** Changes of followed companies since the user last opened 动态. */
  unreadChanges: z.int(),
}

export const userDetailSchema = z.object(userDetailFields)
export type UserDetail = z.infer<typeof userDetailSchema>

/**
 * Answer of `getUserDetail`. The last three fields are set only when the call exchanged a ticket: `token` is the session
 * to use from now on.
 */
export const userDetailAnswerSchema = z.object({
  ...userDetailFields,
  token: z.optional(z.string()),
  isFirstLogin: z.optional(z.boolean()),
  source: z.optional(z.string()),
})
export type UserDetailAnswer = z.infer<typeof userDetailAnswerSchema>
