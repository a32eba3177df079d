import * as z from 'zod/mini'
import { recordKindKeys } from './records/kind-table.ts'

/** 纠错与异议 (PRODUCT C7): free, tracked, answered within 20 days. */

const text = z.nullable(z.string())
const short = z.string().check(z.maxLength(64))
const id = z.string().check(z.minLength(1), z.maxLength(64))
const longText = (min: number, max: number) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max))

export const correctionReasons = [
  '信息有误',
  '已过期应移出',
  '不是同一人（企业）',
  '重复',
  '涉及个人隐私',
  '其他',
] as const
export type CorrectionReason = (typeof correctionReasons)[number]

/** Who objects. */
export const claimants = ['本企业', '当事人', '其他'] as const

export const correctionStates = ['已受理', '核查中', '已办结'] as const
export const correctionResults = ['已更正', '已移除', '维持', '无法确认'] as const
export type CorrectionResult = (typeof correctionResults)[number]

/** 征信业管理条例 art. 25. */
export const CORRECTION_DAYS = 20
export const EVIDENCE_LIMIT = 4
export const CONTENT_LIMIT = { min: 10, max: 500 }

/** What a correction is about: a record, a kind of record of a company, or its register entry. */
const subjectShape = { companyId: id, recordKind: z.optional(z.enum(recordKindKeys)), recordId: z.optional(id) }

export const correctionSubjectQuery = z.object(subjectShape)
/** What the form is filled with. */
export const correctionSubjectSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  isDemo: z.boolean(),
  recordKind: z.nullable(z.enum(recordKindKeys)),
  recordId: text,
  /** What the record is headed by, or what the section or register entry is called. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Where an error of the source itself has to be put right. */
  authority: z.object({ name: z.string(), url: z.string() }),
})
export type CorrectionSubject = z.infer<typeof correctionSubjectSchema>

/** A visitor proves a mobile number once, and is known by the token for an hour. */
export const proveContactBody = z.object({ mobile: short, smsCode: short })
export const contactProofSchema = z.object({
  contactToken: z.string(),
  mobileMasked: z.string(),
  expiresAt: z.string(),
})
export type ContactProof = z.infer<typeof contactProofSchema>

/** Of a visitor; someone signed in needs none. */
const contactToken = z.optional(z.string().check(z.minLength(20), z.maxLength(100)))

export const submitCorrectionBody = z.object({
  ...subjectShape,
  contactToken,
  reason: z.enum(correctionReasons),
  /** What is wrong, and what would be right. */
  content: longText(CONTENT_LIMIT.min, CONTENT_LIMIT.max),
  /** Shown beside the record, if it stands: 征信业管理条例 art. 16. Empty for none. */
  statement: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  claimant: z.enum(claimants),
  /** Ids of uploaded images. */
  evidence: z._default(z.array(id).check(z.maxLength(EVIDENCE_LIMIT)), []),
})

export const correctionReceiptSchema = z.object({
  /** To follow it by; cannot be guessed. */
  number: z.string(),
  dueAt: z.string(),
  /** What was done to the record at once: marked as disputed, or no longer shown. */
  effect: z.enum(['marked', 'shielded', 'none']),
})
export type CorrectionReceipt = z.infer<typeof correctionReceiptSchema>

export const correctionStatusQuery = z.object({ number: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) })
export const correctionStatusSchema = z.object({
  number: z.string(),
  state: z.enum(correctionStates),
  title: z.string(),
  companyName: z.string(),
  reason: z.enum(correctionReasons),
  submittedAt: z.string(),
  dueAt: z.string(),
  steps: z.array(z.object({ at: z.string(), label: z.string(), note: text })),
  result: z.nullable(z.enum(correctionResults)),
  note: text,
})
export type CorrectionStatus = z.infer<typeof correctionStatusSchema>
export const correctionListSchema = z.array(correctionStatusSchema)

/** One picture, as multipart: `contactToken` of a visitor, and after it `file`. */
export const UPLOAD_BYTES = 5 * 1024 * 1024
export const UPLOAD_PIXELS = 40_000_000
export const uploadedImageSchema = z.object({ imageId: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof uploadedImageSchema>

export const requestUpdateBody = z.object({ companyId: id })
/** How many have asked since the last update; asking twice counts once. */
export const requestUpdateSchema = z.object({ updateRequests: z.int() })
