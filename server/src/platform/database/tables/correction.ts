import type { CorrectionReason, CorrectionResult } from '@baiqicha/contract/correction'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Flag, Instant } from './company.ts'

/** An objection to a record, a kind of record of a company, or its register entry. */
export type CorrectionTable = {
  /** What it is followed by; cannot be guessed. */
  number: string
  company_id: string
  record_kind: RecordKindKey | null
  record_id: string | null
  /** What it was headed by when it came, so that it can be told when the record is gone. */
  title: string
  company_name: string
  reason: CorrectionReason
  content: string
  statement: string
  claimant: string
  /** Whoever is signed in, or the number that was proved. */
  user_id: string | null
  mobile: string | null
  state: '已受理' | '核查中' | '已办结'
  result: CorrectionResult | null
  note: string | null
  /** Whether the record was shielded at once. */
  is_shielding: Flag
  submitted_at: Instant
  due_at: Instant
  decided_at: Instant | null
}

/** Each step of a correction, oldest first: what its followers see, and the operator's audit. */
export type CorrectionStepTable = {
  id: string
  correction_number: string
  at: Instant
  label: string
  /** Told to whoever follows it. */
  note: string | null
  /** Who took the step: applicant, or operator. */
  actor: string
}

/** A picture that was uploaded; its file stands in DATA_DIR/uploads. */
export type UploadTable = {
  id: string
  /** `user:` and an id, or `mobile:` and a sealed number. */
  owner: string
  bytes: number
  created_at: Instant
  /** null: not used yet, erased after a day. */
  correction_number: string | null
}

/** A mobile number that a visitor proved, by the hash of the token that says so. */
export type ContactProofTable = { token_hash: string; mobile: string; expires_at: Instant }

/** Who asked for newer data of a company since it was last updated. */
export type UpdateRequestTable = { company_id: string; user_id: string; at: Instant; done_at: Instant | null }
