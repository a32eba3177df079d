import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import type { Instant } from './company.ts'

/** A person who works at the desk; separate from users. */
export type OperatorTable = {
  id: string
  /** null: the first administrator before the set-up, who chooses it there. */
  name: string | null
  /** JSON list of roles. */
  roles: string
  /** null before the set-up. */
  password_hash: string | null
  /** Encrypted with the key of the store; null before the set-up. */
  totp_secret: string | null
  /** Newest accepted time step: no step is accepted twice. */
  totp_step: number
  /** SHA-256 of the set-up code; null: the set-up is complete. */
  setup_hash: string | null
  setup_expires_at: Instant | null
  created_at: Instant
}

/** What operators changed. Append-only: triggers refuse updates, and deletes before the end of the retention. */
export type OperatorAuditTable = {
  id: string
  at: Instant
  /** The place of the action and the name of the person, as in `cli:zhang`; `owner:sms` for the owner of a number. */
  operator: string
  action: OperatorAction
  /** Id or number of what was changed. */
  subject: string
  /** JSON of the changed fields, masked; null: it did not exist. */
  before: string | null
  /** null: it does not exist any more, or the action changes nothing. */
  after: string | null
  reason: string | null
  /** Place in the chain, from 1; null: written by a version without the chain. */
  number: number | null
  /** Where the step was taken: an address, or the name of the machine. */
  origin: string | null
  /** Hash of the row before (audit.ts); empty for the first. */
  previous_hash: string | null
}

/** The last row of the chain. Its lock makes concurrent writers append one after the other. */
export type OperatorAuditHeadTable = {
  only_row: 1
  number: number
  hash: string
  /** The last row that the retention erased, and its hash; 0 and empty: it erased none. */
  erased_number: number
  erased_hash: string
}

export type OperatorTables = {
  operator: OperatorTable
  operator_session: {
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    operator_id: string
    created_at: Instant
    last_used_at: Instant
    expires_at: Instant
  }
  /** Unused recovery codes, as HMAC. */
  operator_recovery_code: { operator_id: string; code_hash: string }
  /** When a service outside last worked and last failed, by any process. */
  service_state: {
    service: string
    succeeded_at: Instant | null
    failed_at: Instant | null
    /** Of the last failure. */
    cause: string | null
  }
  /** The announcements of new work to operators. One row; work until `announced_up_to` was announced. */
  work_notice: { only_row: 1; attempted_at: Instant; announced_up_to: Instant }
  operator_audit: OperatorAuditTable
  operator_audit_head: OperatorAuditHeadTable
}
