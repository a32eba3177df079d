import type { AnswerStatus } from '@baiqicha/contract/assistant'
import type { Flag, Instant } from './company.ts'

/** A question and its answer. */
export type AssistantAnswerTable = {
  id: string
  conversation_id: string
  user_id: string
  question: string
  asked_at: Instant
  status: AnswerStatus
  /** JSON: what was shown (stored-answer.ts); null until the answer ends. */
  content: string | null
  /** JSON: what the answer cites, as it was gathered; null until the answer ends. */
  evidence: string | null
  /** Reason of a failure or refusal, for the user. */
  message: string | null
  /** Judgement of the user; null: none. */
  is_useful: Flag | null
  useless_reason: string | null
  useless_text: string | null
}

export type AssistantTables = {
  /** A conversation of a user with 百言; deleted with the account. */
  assistant_conversation: {
    id: string
    user_id: string
    /** Companies and topic of the first answer, or what the user named it. */
    title: string
    /** Whether the user named it. */
    is_renamed: Flag
    updated_at: Instant
  }
  assistant_answer: AssistantAnswerTable
  /** Keys that open an answer to visitors. */
  assistant_share: { key_hash: string; answer_id: string; created_at: Instant }
  /** Counted questions of the last day. They outlast their answers, so that deleting a conversation gives no question back. */
  assistant_use: { answer_id: string; user_id: string; at: Instant }
}
