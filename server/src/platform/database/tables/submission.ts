import type { BatchResult, BatchState } from '@baiqicha/contract/batch'
import type { CorrectionReason, CorrectionResult } from '@baiqicha/contract/correction'
import type { FeedbackKind, FeedbackState } from '@baiqicha/contract/feedback'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { ReportState } from '@baiqicha/contract/report'
import type { Flag, Instant } from './company.ts'

/** An objection to a record, to a kind of record of a company, or to its register entry. */
export type CorrectionTable = {
  /** The number that its applicant follows it by; random. */
  number: string
  company_id: string
  record_kind: RecordKindKey | null
  record_id: string | null
  /** Title of the record at submission, shown even after the record is removed. */
  title: string
  company_name: string
  /** Of the first submission, as `content` and `claimant`. */
  reason: CorrectionReason
  content: string
  /** The newest that is not empty. */
  statement: string
  claimant: string
  /** The account of the applicant, or else the verified mobile number. */
  user_id: string | null
  mobile: string | null
  state: '已受理' | '核查中' | '已办结'
  result: CorrectionResult | null
  note: string | null
  /** Whether a submission hid the record. */
  is_shielding: Flag
  submitted_at: Instant
  due_at: Instant
  decided_at: Instant | null
}

/** Steps of a correction, oldest first: shown to the applicant, and the audit of the operator. */
export type CorrectionStepTable = {
  id: string
  correction_number: string
  at: Instant
  label: string
  /** Shown to the applicant. */
  note: string | null
  /** Submission of the applicant with this step, which only the operator sees; null for steps of the operator. */
  reason: CorrectionReason | null
  content: string | null
  statement: string | null
  claimant: string | null
  /** applicant or operator */
  actor: string
}

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

/** 企业信息报告 of a user. Rows are deleted with their file after a day. */
export type CompanyReportTable = {
  id: string
  number: string
  user_id: string
  company_id: string
  company_name: string
  state: ReportState
  /** Sentence of a failure. */
  reason: string | null
  created_at: Instant
  expires_at: Instant
  pages: number | null
  /** JSON of the ordered parts; null: all. */
  sections: string | null
  /** Processes that have begun to make it. */
  attempts: number
  /** PDF as base64, as pictures of content are stored. */
  pdf: string | null
}

export type SubmissionTables = {
  correction: CorrectionTable
  correction_step: CorrectionStepTable
  /** An uploaded image; the file is in DATA_DIR/uploads or the bucket of FILES_URL. */
  upload: {
    id: string
    /** `user:` and an id, or `mobile:` and the HMAC of a number. */
    owner: string
    bytes: number
    created_at: Instant
    /** Number of the correction or feedback; null for an unused image, which is erased after a day. */
    used_by: string | null
  }
  /** A verified mobile number, by the hash of the token that proves it. */
  contact_proof: { token_hash: string; mobile: string; expires_at: Instant }
  /** Users who requested newer data of a company since its last update. */
  update_request: { company_id: string; user_id: string; at: Instant; done_at: Instant | null }
  /** A user's request for a company that the search does not find; null in `done_at`: open. */
  inclusion_request: {
    /** The keyword, normalised for comparison. */
    keyword_key: string
    user_id: string
    /** As typed. */
    keyword: string
    at: Instant
    done_at: Instant | null
  }
  feedback: FeedbackTable
  feedback_entry: FeedbackEntryTable
  /** Texts of the last minutes by an HMAC of sender and text, so that a repeated text is stored once. */
  feedback_repeat: { key: string; number: string; at: Instant }
  batch_job: BatchJobTable
  batch_row: BatchRowTable
  company_report: CompanyReportTable
}
