import { CONTENT_LIMIT } from '@baiqicha/contract/correction'
import { countCharacters } from '../../ui/text-area.tsx'
import type { CorrectionFields } from './correction-draft.ts'

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
