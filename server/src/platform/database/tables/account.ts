import type { Instant } from './company.ts'

export type UserAccountTable = {
  id: string
  mobile: string
  nickname: string | null
  created_at: Instant
}

export type SessionTable = {
  /** SHA-256 of the token. */
  token_hash: string
  user_id: string
  device_type: string
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
  code_seal: string
  guesses_left: number
  expires_at: Instant
  used_at: Instant | null
}

export type CaptchaTable = { id: string; answer_seal: string; expires_at: Instant }

/** A token bucket as the moment at which it is full again (platform/limits/token-bucket.ts). */
export type LimitBucketTable = { key: string; full_at: number }

/** What happened to accounts, for whoever has to find out later. */
export type AuditEventTable = {
  id: string
  at: Instant
  kind: 'login' | 'loginFailed' | 'logout'
  user_id: string | null
  mobile_masked: string | null
  address: string
}
