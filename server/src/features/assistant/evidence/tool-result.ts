import type { AnswerBars, AnswerTable, CompanyChoice } from '@baiqicha/contract/assistant'
import type { CompanySummary, MatchReason } from '@baiqicha/contract/company-summary'
import type { Evidence } from './evidence.ts'
import type { ToolCall } from './tool-call.ts'

/** A company that the user may choose. `known`: what a later question may state of it, which is not shown. */
export type OfferedCompany = CompanyChoice['candidates'][number] & {
  known?: Pick<CompanySummary, 'foundedOn' | 'legalRepresentative' | 'creditCode'> & { stockCode: string | null }
}

/** A company that a search found. `isWhole`: the keyword is the whole of one of its names or codes. */
export type Candidate = OfferedCompany & { matchReason: MatchReason; isWhole: boolean }

/**
 * Reasons why a tool has no result. `notFound`: no such company or term. `notCounted`: counting took too long.
 * `unavailable`: the index is being prepared or overloaded. `notComparable`: fewer than two companies, or demonstration
 * companies beside real ones.
 */
export type ToolProblem = 'notFound' | 'notCounted' | 'unavailable' | 'notComparable'

/** Result of one call. */
export type ToolResult = {
  call: ToolCall
  evidence: readonly Evidence[]
  problem: ToolProblem | null
  /** Only of `compare`. */
  table: AnswerTable | null
  /** Only of `count` with groups. */
  bars: AnswerBars | null
  /** Only of `search_company`, the best first. */
  candidates: readonly Candidate[]
  /** Corrected keyword of the candidates; null: they match as typed. */
  correctedTo: string | null
  /** Whether the index was incomplete while it was searched. */
  isPartial: boolean
}

/** Runs one call of a tool. */
export type RunTool = (call: ToolCall) => Promise<ToolResult>
