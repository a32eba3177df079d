import * as z from 'zod/mini'
import { parseMobile } from './account.ts'

/** 帮助与反馈: a report to the operator and the answers to it. */

export const feedbackKinds = ['功能异常', '数据纠错', '产品建议', '隐私与删除', '会员问题', '其他'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

export const feedbackStates = ['已提交', '处理中', '已回复', '已关闭'] as const
export type FeedbackState = (typeof feedbackStates)[number]

/** Grapheme clusters (`countGraphemes`) of a description, after trimming. */
export const FEEDBACK_LENGTH = { min: 10, max: 500 } as const
/** Grapheme clusters of a further message: 好的 is enough. */
export const FEEDBACK_ADDITION_LENGTH = { min: 1, max: 500 } as const
export const FEEDBACK_PICTURES = 4
/** Working days in which a request of the kind 隐私与删除 is answered. */
export const PRIVACY_REQUEST_DAYS = 15

/** UTF-16 units: a cluster may have any number of combining characters. */
const UNITS = 8_000
const message = ({ min, max }: { min: number; max: number }) =>
  z.string().check(
    z.maxLength(UNITS),
    z.trim(),
    z.refine((text) => {
      const count = countGraphemes(text)
      return count >= min && count <= max
    }),
  )

/** E-mail address with one @ and a dot after it, of ASCII letters, digits and marks. */
const emailPattern = /^[\w.%+-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,24}$/i
const EMAIL_UNITS = 100

/** A mobile number or an e-mail address as people type it; null: neither. */
export function parseFeedbackContact(typed: string): string | null {
  const mobile = parseMobile(typed)
  if (mobile !== null) return mobile
  const email = typed.normalize('NFKC').trim()
  return email.length <= EMAIL_UNITS && emailPattern.test(email) ? email : null
}

const short = z.string().check(z.maxLength(64))
const number = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const imageId = z.string().check(z.minLength(1), z.maxLength(64))

export const saveFeedbackBody = z.object({
  kind: z.enum(feedbackKinds),
  content: message(FEEDBACK_LENGTH),
  /** Ids of uploaded images, each once; a visitor sends none. */
  imageIds: z._default(
    z.array(imageId).check(
      z.maxLength(FEEDBACK_PICTURES),
      z.refine((ids) => new Set(ids).size === ids.length),
    ),
    [],
  ),
  /** Empty or absent: none. */
  contact: z._default(
    z.string().check(
      z.maxLength(EMAIL_UNITS + 28),
      z.trim(),
      z.refine((typed) => typed === '' || parseFeedbackContact(typed) !== null),
    ),
    '',
  ),
  /** The line with page, version and device as the sender saw it; empty or absent: not attached. */
  context: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  /** Only a visitor solves a captcha. */
  captchaId: z.optional(short),
  captchaCode: z.optional(short),
})

export const feedbackReceiptSchema = z.object({
  /** Number to follow the feedback by; it cannot be guessed. */
  number: z.string(),
})

const feedbackItemSchema = z.object({
  number: z.string(),
  kind: z.enum(feedbackKinds),
  state: z.enum(feedbackStates),
  /** Start of the description. */
  excerpt: z.string(),
  createdAt: z.string(),
  /** Time of the newest answer; null: none. */
  answeredAt: z.nullable(z.string()),
  /** Whether an answer is newer than the last opening of the thread. */
  unread: z.boolean(),
})
export type FeedbackItem = z.infer<typeof feedbackItemSchema>
/** The newest 100, newest first. */
export const feedbackListSchema = z.array(feedbackItemSchema)

export const feedbackDetailQuery = z.object({ number })
/** The call that opens a thread also marks its answers as read. */
export const feedbackThreadSchema = z.object({
  number: z.string(),
  kind: z.enum(feedbackKinds),
  state: z.enum(feedbackStates),
  createdAt: z.string(),
  /** null: not attached. */
  context: z.nullable(z.string()),
  /** null: none given, or deleted. */
  contactMasked: z.nullable(z.string()),
  /** Number of pictures; 0 after their deletion. */
  pictureCount: z.int(),
  /** Oldest first; the first is the description. */
  entries: z.array(z.object({ from: z.enum(['user', 'operator']), content: z.string(), at: z.string() })),
  /** False once it is closed. */
  canAppend: z.boolean(),
})
export type FeedbackThread = z.infer<typeof feedbackThreadSchema>

export const appendFeedbackBody = z.object({ number, content: message(FEEDBACK_ADDITION_LENGTH) })

let segmenter: Intl.Segmenter | undefined

/** Number of characters as a person counts them: grapheme clusters, so an emoji with a skin tone counts once. */
export function countGraphemes(text: string): number {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'grapheme' })
  let count = 0
  for (const _cluster of segmenter.segment(text)) count += 1
  return count
}
