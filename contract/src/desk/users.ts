import * as z from 'zod/mini'
import { deviceTypes } from '../user-detail.ts'
import { defineActions, id, instant, noFields, reason, textOrNone } from './action.ts'

/** Longest lock of an account. */
export const LOCK_DAYS_MAX = 365

const account = z.object({
  userId: z.string(),
  mobileMasked: z.string(),
  nickname: textOrNone,
  registeredAt: instant,
  /** null: no erasure is scheduled. */
  eraseAt: z.nullable(instant),
  /** null: never a member. */
  vipExpireAt: z.nullable(instant),
  vipSource: textOrNone,
  hasPassword: z.boolean(),
  /** null: not locked. */
  lock: z.nullable(z.object({ reason: z.string(), lockedAt: instant, endsAt: instant })),
  devices: z.array(
    z.object({ deviceType: z.enum(deviceTypes), source: textOrNone, signedInAt: instant, lastUsedAt: instant }),
  ),
  counts: z.object({
    follows: z.int(),
    views: z.int(),
    searches: z.int(),
    /** Of the last 24 hours. */
    questions: z.int(),
    contacts: z.int(),
    feedback: z.int(),
    corrections: z.int(),
  }),
})
export type UserAccount = z.infer<typeof account>

const onAccount = z.object({ userId: id, reason })
/**
 * When the lock that the form showed began; null: it showed none. Another lock by now refuses the change. Absent: not compared.
 */
const lockedAt = z.optional(z.nullable(instant))

export const userTable = defineActions({
  'users show': {
    /** A complete mobile number, or the id of a user. */
    input: z.object({ key: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
    output: account,
  },
  'users end-sessions': { input: onAccount, output: z.object({ ended: z.int() }) },
  'users lock': {
    /** `until`: the last day of the lock, as in 2026-12-31. */
    input: z.object({ userId: id, reason, until: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), lockedAt }),
    output: noFields,
  },
  'users unlock': { input: z.object({ userId: id, reason, lockedAt }), output: noFields },
})
