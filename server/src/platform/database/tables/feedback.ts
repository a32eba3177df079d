import type { FeedbackKind, FeedbackState } from '@baiqicha/contract/feedback'
import type { Flag, Instant } from './company.ts'

/** A report to the operator. Feedback of a user is deleted with the account. */
export type FeedbackTable = {
  /** The number that its sender follows it by; random. */
  number: string
  kind: FeedbackKind
  /** 0 for requests about personal data, which come first; 1 for others. */
  priority: 0 | 1
  state: FeedbackState
  /** null: a visitor. */
  user_id: string | null
  /** Mobile number or e-mail address; null: not given, or deleted half a year after closing. */
  contact: string | null
  /** Page, version and device of the sender; null: not attached. */
  context: string | null
  /** The description: the first message of the thread. */
  content: string
  created_at: Instant
  /** Of the newest answer. */
  answered_at: Instant | null
  closed_at: Instant | null
  /** Whether the sender has not opened the thread since the newest answer. */
  is_unread: Flag
}

/** The messages after the description. */
export type FeedbackEntryTable = {
  id: string
  feedback_number: string
  at: Instant
  author: 'user' | 'operator'
  content: string
}

/** Texts of the last minutes by an HMAC of sender and text, so that a repeated text is stored once. */
export type FeedbackRepeatTable = { key: string; number: string; at: Instant }
