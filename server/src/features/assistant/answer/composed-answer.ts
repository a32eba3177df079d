import type { AnswerBars, AnswerTable } from '@baiqicha/contract/assistant'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { ParsedQuestion } from '../question/parsed-question.ts'
import type { Asked } from './asked.ts'
import type { Statement } from './statement.ts'

/** A company that the question is about. `shortName`: what people call it; absent: unknown. */
export type AskedCompany = { id: string; name: string; isDemo: boolean; shortName?: string }

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
