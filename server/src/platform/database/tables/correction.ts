import type { CorrectionReason, CorrectionResult } from '@baiqicha/contract/correction'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
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

/** An uploaded image; the file is in DATA_DIR/uploads or the bucket of FILES_URL. */
export type UploadTable = {
  id: string
  /** `user:` and an id, or `mobile:` and the HMAC of a number. */
  owner: string
  bytes: number
  created_at: Instant
  /** Number of the correction or feedback; null for an unused image, which is erased after a day. */
  used_by: string | null
}

/** A verified mobile number, by the hash of the token that proves it. */
export type ContactProofTable = { token_hash: string; mobile: string; expires_at: Instant }

/** Users who requested newer data of a company since its last update. */
export type UpdateRequestTable = { company_id: string; user_id: string; at: Instant; done_at: Instant | null }

/** A user's request for a company that the search does not find; null in `done_at`: open. */
export type InclusionRequestTable = {
  /** The keyword, normalised for comparison. */
  keyword_key: string
  user_id: string
  /** As typed. */
  keyword: string
  at: Instant
  done_at: Instant | null
}
