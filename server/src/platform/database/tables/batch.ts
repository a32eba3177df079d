import type { BatchResult, BatchState } from '@baiqicha/contract/batch'

/** A list that a user looks up. */
export type BatchJobTable = {
  id: string
  user_id: string
  /** null: a pasted list. */
  file_name: string | null
  encoding: string | null
  /** `deleted`: its rows are gone; the row counts against the limits of its day. */
  state: BatchState | 'deleted'
  /** Rows. */
  total: number
  /** Number of the last row that is looked up, with all before it; 0: none. */
  done_through: number
  /** Consecutive failures of the same rows. */
  failures: number
  /** Time of the last portion, so that the lists take turns. Milliseconds since 1970. */
  worked_at: number
  created_at: number
  finished_at: number | null
}

/** A row of a list. The first row of several with the same text has the result of all. */
export type BatchRowTable = {
  job_id: string
  /** From 1, as in the list. */
  number: number
  /** The first row with the same text; its own number: this one. */
  first_number: number
  /** As in the list, at most 200 characters. */
  input: string
  /** What is looked up; null: nothing, or only a code. */
  name: string | null
  code: string | null
  /** null: not looked up yet, or not the first row of its text. */
  result: BatchResult | null
  why: string
  /** The match, or the chosen candidate. */
  company_id: string | null
  /** Ids of companies as JSON. */
  candidates: string
  is_chosen: 0 | 1
}
