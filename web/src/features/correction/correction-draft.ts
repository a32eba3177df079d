import { CONTENT_LIMIT, claimants, correctionReasons } from '@baiqicha/contract/correction'
import * as z from 'zod/mini'
import { readJson, sessionStore } from '../../platform/storage/safe-storage.ts'
import { countCharacters } from '../../ui/text-area.tsx'

const KEY = 'correctionDraft'

const fieldsSchema = z.object({
  reason: z.nullable(z.enum(correctionReasons)),
  content: z.string(),
  statement: z.string(),
  claimant: z.nullable(z.enum(claimants)),
})
export type CorrectionFields = z.infer<typeof fieldsSchema>

const draftSchema = z.object({ subject: z.string(), userId: z.nullable(z.string()), fields: fieldsSchema })

/** Owner and subject of a draft. `userId` is null for a visitor. */
type DraftOwner = { subject: string; userId: string | null }

export const emptyFields: CorrectionFields = { reason: null, content: '', statement: '', claimant: null }

/**
 * Draft of a subject, or null. In session storage, so that it survives a login and a reload. A user's draft is visible
 * to that user only; a visitor's draft follows the visitor through login.
 */
export function readDraft({ subject, userId }: DraftOwner): CorrectionFields | null {
  const draft = z.safeParse(draftSchema, readJson(sessionStore, KEY))
  if (!draft.success || draft.data.subject !== subject) return null
  return draft.data.userId === null || draft.data.userId === userId ? draft.data.fields : null
}

export function writeDraft({ subject, userId }: DraftOwner, fields: CorrectionFields) {
  sessionStore.write(KEY, JSON.stringify({ subject, userId, fields }))
}

export const clearDraft = () => sessionStore.remove(KEY)

export const STATEMENT_LIMIT = 200

/** In page order. */
export const fieldNames = ['reason', 'content', 'statement', 'claimant', 'evidence', 'contact'] as const
export type FieldName = (typeof fieldNames)[number]
export type FieldErrors = Partial<Record<FieldName, string>>

function validateContent(text: string): string | undefined {
  const length = countCharacters(text)
  if (length === 0) return '请说明有误的内容与正确内容'
  if (length < CONTENT_LIMIT.min) return `请至少填写 ${CONTENT_LIMIT.min} 个字，还差 ${CONTENT_LIMIT.min - length} 个`
  return length > CONTENT_LIMIT.max
    ? `最多 ${CONTENT_LIMIT.max} 个字，请删去 ${length - CONTENT_LIMIT.max} 个`
    : undefined
}

function validateStatement(text: string): string | undefined {
  const over = countCharacters(text) - STATEMENT_LIMIT
  return over > 0 ? `最多 ${STATEMENT_LIMIT} 个字，请删去 ${over} 个` : undefined
}

/** Errors by field; empty when the form is valid. */
export function validateFields({ reason, content, statement, claimant }: CorrectionFields): FieldErrors {
  const errors: FieldErrors = {}
  const messages = {
    reason: reason === null ? '请选择错误类型' : undefined,
    content: validateContent(content),
    statement: validateStatement(statement),
    claimant: claimant === null ? '请选择您的身份' : undefined,
  }
  if (messages.reason !== undefined) errors.reason = messages.reason
  if (messages.content !== undefined) errors.content = messages.content
  if (messages.statement !== undefined) errors.statement = messages.statement
  if (messages.claimant !== undefined) errors.claimant = messages.claimant
  return errors
}
