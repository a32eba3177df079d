import type { AnswerBars, AnswerTable } from '@baiqicha/contract/assistant'
import type { AskedCompany } from '../evidence/asked-company.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { ParsedQuestion } from '../question/parsed-question.ts'
import type { Asked } from './asked.ts'
import type { Statement } from './statement.ts'

export type AnswerInput = {
  question: ParsedQuestion
  /** Companies of each part of the question, by its index. */
  companiesOfPart: readonly (readonly AskedCompany[])[]
  /** Results in the order of the calls. */
  results: readonly ToolResult[]
  /** Surely named stretches of the question that no company has. */
  unknownNames: readonly string[]
  /** What the wording of the question wants; absent: nothing in particular. */
  asked?: Asked
}

export type ComposedAnswer = {
  statements: readonly Statement[]
  table: AnswerTable | null
  bars: AnswerBars | null
  /** Newest date of the cited sources. */
  asOf: string | null
}
