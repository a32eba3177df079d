import { CONTENT_LIMIT } from '@baiqicha/contract/correction'
import { countCharacters } from '../../lib/character-count.ts'
import type { CorrectionFields } from './correction-draft.ts'

export const STATEMENT_LIMIT = 200

/** In the order in which they stand on the page. */
export const fieldNames = ['reason', 'content', 'statement', 'claimant', 'evidence', 'contact'] as const
export type FieldName = (typeof fieldNames)[number]
export type FieldFaults = Partial<Record<FieldName, string>>

function contentFault(text: string): string | undefined {
  const length = countCharacters(text)
  if (length === 0) return '请写明哪里有误，正确的内容是什么'
  if (length < CONTENT_LIMIT.min) return `请至少写 ${CONTENT_LIMIT.min} 个字，还差 ${CONTENT_LIMIT.min - length} 个`
  return length > CONTENT_LIMIT.max
    ? `最多 ${CONTENT_LIMIT.max} 个字，请删去 ${length - CONTENT_LIMIT.max} 个`
    : undefined
}

function statementFault(text: string): string | undefined {
  const over = countCharacters(text) - STATEMENT_LIMIT
  return over > 0 ? `最多 ${STATEMENT_LIMIT} 个字，请删去 ${over} 个` : undefined
}

/** What is wrong with what was filled in, by field; nothing for what can be sent. */
export function faultsOf({ reason, content, statement, claimant }: CorrectionFields): FieldFaults {
  const faults: FieldFaults = {}
  const told = {
    reason: reason === null ? '请选择错误类型' : undefined,
    content: contentFault(content),
    statement: statementFault(statement),
    claimant: claimant === null ? '请选择您的身份' : undefined,
  }
  if (told.reason !== undefined) faults.reason = told.reason
  if (told.content !== undefined) faults.content = told.content
  if (told.statement !== undefined) faults.statement = told.statement
  if (told.claimant !== undefined) faults.claimant = told.claimant
  return faults
}
