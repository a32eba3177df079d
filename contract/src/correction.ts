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

const reasonLabels: Readonly<Partial<Record<CorrectionReason, string>>> = {
  已过期应移出: '应移出未移出',
  '不是同一人（企业）': '非同一主体',
  重复: '重复记录',
}
/** A reason as people read it. The stored word stays. */
export const correctionReasonLabel = (reason: CorrectionReason): string => reasonLabels[reason] ?? reason

/** Part that the applicant takes. */
export const claimants = ['本企业', '当事人', '其他'] as const

export const correctionStates = ['已受理', '核查中', '已办结'] as const
export const correctionResults = ['已更正', '已移除', '维持', '无法确认'] as const
export type CorrectionResult = (typeof correctionResults)[number]

/** 征信业管理条例 art. 25. */
export const CORRECTION_DAYS = 20
export const EVIDENCE_LIMIT = 4
export const CONTENT_LIMIT = { min: 10, max: 500 }

/**
 * Subject of a correction: a record, a record kind of a company, or its register entry. An empty `companyId` addresses a
 * record about a natural person, which belongs to no company.
 */
const subjectShape = {
  companyId: z._default(short, ''),
  recordKind: z.optional(z.enum(recordKindKeys)),
  recordId: z.optional(id),
}

export const correctionSubjectQuery = z.object(subjectShape)
/** Prefilled content of the form. */
export const correctionSubjectSchema = z.object({
  /** Empty, as is the name, for a record about a natural person. */
  companyId: z.string(),
  companyName: z.string(),
  isDemo: z.boolean(),
  recordKind: z.nullable(z.enum(recordKindKeys)),
  recordId: text,
  /** Heading of the record, or title of the section or register entry. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Authority that can correct an error of the source itself. */
  authority: z.object({ name: z.string(), url: z.string() }),
  /** The user's own open objection to the subject; a further submission is added to it. null: none, or a visitor. */
  open: z.nullable(z.object({ number: z.string(), state: z.enum(correctionStates) })),
})
export type CorrectionSubject = z.infer<typeof correctionSubjectSchema>

/** A visitor proves a mobile number once; the token is valid for an hour. */
export const proveContactBody = z.object({ mobile: short, smsCode: short })
export const contactProofSchema = z.object({
  contactToken: z.string(),
  mobileMasked: z.string(),
  expiresAt: z.string(),
})
export type ContactProof = z.infer<typeof contactProofSchema>

/** Token of a visitor; a session needs none. */
const contactToken = z.optional(z.string().check(z.minLength(20), z.maxLength(100)))

export const submitCorrectionBody = z.object({
  ...subjectShape,
  contactToken,
  reason: z.enum(correctionReasons),
  /** Description of the error and of the correct content. */
  content: longText(CONTENT_LIMIT.min, CONTENT_LIMIT.max),
  /** Statement shown beside a record that is kept (征信业管理条例 art. 16); empty: none. */
  statement: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  claimant: z.enum(claimants),
  /** Ids of uploaded images. */
  evidence: z._default(z.array(id).check(z.maxLength(EVIDENCE_LIMIT)), []),
})

export const correctionReceiptSchema = z.object({
  /** Number to follow the correction by; it cannot be guessed. */
  number: z.string(),
  dueAt: z.string(),
  /** Immediate effect on the record: marked as disputed, or hidden. */
  effect: z.enum(['marked', 'shielded', 'none']),
  /** Whether the submission was added to an objection of the same person that is open. */
  isAddition: z.boolean(),
})
export type CorrectionReceipt = z.infer<typeof correctionReceiptSchema>

export const correctionStatusQuery = z.object({ number: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) })
export const correctionStatusSchema = z.object({
  number: z.string(),
  state: z.enum(correctionStates),
  title: z.string(),
  /** Empty for a record about a natural person. */
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
/** Number of users who requested an update since the last; a repeated request counts once. */
export const requestUpdateSchema = z.object({ updateRequests: z.int() })
