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

export type OperatorSessionTable = {
  /** SHA-256 of the token in the cookie. */
  token_hash: string
  operator_id: string
  created_at: Instant
  last_used_at: Instant
  expires_at: Instant
}

/** Unused recovery codes, as HMAC. */
export type OperatorRecoveryCodeTable = { operator_id: string; code_hash: string }

/** When a service outside last worked and last failed, by any process. */
export type ServiceStateTable = {
  service: string
  succeeded_at: Instant | null
  failed_at: Instant | null
  /** Of the last failure. */
  cause: string | null
}

/** The announcements of new work to operators. One row; work until `announced_up_to` was announced. */
export type WorkNoticeTable = { only_row: 1; attempted_at: Instant; announced_up_to: Instant }
