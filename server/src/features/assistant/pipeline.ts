import type { AnswerBars, AnswerTable, CompanyChoice, Segment } from '@baiqicha/contract/assistant'
import type { AskedCompany } from './evidence/asked-company.ts'
import type { Evidence } from './evidence/evidence.ts'

/** An earlier question of the conversation, to which 它 and 这家 may refer. */
export type EarlierTurn = { question: string; companies: readonly AskedCompany[] }

/** A question to be answered. It must occur in no log, metric or thrown message. */
export type AnswerRequest = {
  question: string
  /** Company page from which the question was asked, or the chosen candidate; null: none. */
  companyId: string | null
  /** Oldest first. */
  earlier: readonly EarlierTurn[]
  userId: string
}

/** What is shown while the answer is produced. `subject`: the companies, and the number of records read so far. */
export type AnswerProgress =
  | { type: 'subject'; companies: readonly AskedCompany[]; records: number }
  | { type: 'step'; text: string }
  | ({ type: 'segment' } & Segment)
  | ({ type: 'table' } & AnswerTable)
  | ({ type: 'bars' } & AnswerBars)
  | ({ type: 'choice' } & CompanyChoice)

/** End of an answer. Only `completed` counts as a question of the day. */
export type AnswerOutcome =
  | {
      type: 'completed'
      /** Subject of the title of the conversation, as in 股东 or 风险概览; never words of the question. */
      topic: string
      /** Newest date of the cited sources. */
      asOf: string | null
      followUps: readonly string[]
      /** Whether a language model wrote at least one sentence. */
      isByModel: boolean
      /** Whether the index was incomplete while it was searched. */
      partial: boolean
      /**
       * What the answer cites. A sentence about one record cites that record by its `recordId`, so that the sentence is
       * withdrawn when the record may no longer be shown. `revision` of a record is the `updatedAt` of its row.
       */
      evidence: readonly Evidence[]
    }
  /** The candidates were emitted as `choice`. */
  | { type: 'clarification'; topic: string }
  /** Refused by a rule, with the sentence for the user. */
  | { type: 'refused'; message: string }
  /** Not answered for a reason of ours, with the sentence for the user. */
  | { type: 'failed'; message: string }

export type AnswerControl = {
  /** Aborted when the user stops the answer, is gone, or the time is up. Nothing that is emitted later is shown. */
  signal: AbortSignal
  emit: (progress: AnswerProgress) => void
}

/** Answers one question. A rejected promise counts as `failed`. */
export type AnswerPipeline = (request: AnswerRequest, control: AnswerControl) => Promise<AnswerOutcome>
