import type { DeviceType } from '@baiqicha/contract/account'
import type { Instant } from './company.ts'

export type UserAccountTable = {
  id: string
  mobile: string
  nickname: string | null
  created_at: Instant
  /** argon2id in its own notation; null until a password is set. */
  password_hash: string | null
  /** End of the membership; null for someone who never was a member. */
  vip_expire_at: Instant | null
  vip_source: '赠送' | '购买' | null
  /** When the account is erased, once that was asked for. */
  erase_at: Instant | null
}

/** Identities and industries a person chose, in the order they chose them. */
export type UserChoiceTable = { user_id: string; kind: 'career' | 'industry'; choice_id: string; position: number }

/**
 * One row a number, ever: it outlives the account, as the number only sealed. `user_id` is the account that claimed it.
 */
export type GiftGrantTable = { mobile_hmac: string; user_id: string; granted_at: Instant }

/** Which agreements were agreed to, when and on what. Outlives the account: the law asks for it. */
export type ConsentTable = {
  id: string
  user_id: string
  agreement_version: string
  at: Instant
  device_type: string
}

/** A one-time credential for someone a partner vouches for. Deleted by the statement that spends it. */
export type ExternalTicketTable = {
  /** SHA-256 of the ticket. */
  token_hash: string
  source: string
  mobile: string
  expires_at: Instant
}

/** What partners have signed with already, so that no call is taken twice. */
export type PartnerNonceTable = { source: string; nonce: string; expires_at: Instant }

export type SessionTable = {
  /** SHA-256 of the token. */
  token_hash: string
  /** Names the session to its owner without opening it. */
  id: string
  user_id: string
  /** The partner it arrived from; null for a login here. */
  source: string | null
  device_type: DeviceType
  device_id: string
  /** The channel the login came through. */
  fr: string
  created_at: Instant
  /** Kept to the hour: it decides idleness, which is counted in days. */
  last_used_at: Instant
  expires_at: Instant
}

/** At most one code lives per mobile and scene: the newest. */
export type SmsCodeTable = {
  mobile: string
  scene: string
  /** Sealed together with mobile and scene. */
  code_hmac: string
  guesses_left: number
  expires_at: Instant
  used_at: Instant | null
}

export type CaptchaTable = { id: string; answer_hmac: string; expires_at: Instant }

/** A token bucket as the moment at which it is full again (platform/limits/token-bucket.ts). */
export type LimitBucketTable = { key: string; full_at: number }

export type AuditKind =
  | 'login'
  | 'loginFailed'
  | 'logout'
  | 'register'
  | 'passwordReset'
  | 'passwordResetFailed'
  | 'externalLogin'
  | 'ticketIssued'
  | 'deviceSignedOut'
  | 'giftClaimed'
  | 'deactivated'
  | 'deactivationFailed'
  | 'deactivationRevoked'
  | 'erased'
  | 'correctionSubmitted'
  | 'correctionExamined'
  | 'correctionDecided'
  | 'suppressionAdded'
  | 'suppressionRemoved'
  | 'updatesDone'

/** What happened to accounts, for whoever has to find out later. */
export type AuditEventTable = {
  id: string
  at: Instant
  kind: AuditKind
  user_id: string | null
  mobile_masked: string | null
  address: string
  /** The correction, suppression or company it was about; null for what happens to an account. */
  subject: string | null
}
