import type { DeviceType } from '@baiqicha/contract/account'
import type { AgreementType } from '@baiqicha/contract/agreements'
import type { Generated } from 'kysely'
import type { Flag, Instant } from './company.ts'

export type UserAccountTable = {
  id: string
  mobile: string
  nickname: string | null
  created_at: Instant
  /** argon2id in PHC format; null until a password is set. */
  password_hash: string | null
  /** End of the membership; null for a user who never was a member. */
  vip_expire_at: Instant | null
  vip_source: '赠送' | '购买' | null
  /** When the account will be erased; null without a request. */
  erase_at: Instant | null
}

/** A key of a user for scripts and agents. */
export type ApiKeyTable = {
  /** SHA-256 of the key. */
  key_hash: string
  /** Identifies the key to its owner; it grants nothing. */
  id: string
  user_id: string
  name: string
  /** Last four characters of the key. */
  ending: string
  created_at: Instant
  expires_at: Instant
  last_used_at: Instant | null
  /** Day in China that `used_calls` counts, as in 2026-12-31; empty before the first call. */
  used_on: string
  used_calls: number
}

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
  | 'apiKeyCreated'
  | 'apiKeyRevoked'
  | 'alertSet'
  | 'alertRemoved'
  | 'giftClaimed'
  | 'deactivated'
  | 'deactivationFailed'
  | 'deactivationRevoked'
  | 'erased'
  | 'dataExported'
  | 'personSearched'
  | 'personOpened'
  | 'correctionSubmitted'
  | 'correctionExamined'
  | 'correctionDecided'
  | 'correctionReopened'
  | 'suppressionAdded'
  | 'suppressionRemoved'
  | 'updatesDone'
  | 'inclusionsDone'
  | 'contactsRevealed'
  | 'mobileSearched'
  | 'mobileDialled'
  | 'leadsExported'
  | 'wechatLinked'
  | 'wechatUnlinked'

export type ContactUseKind = 'reveal' | 'dial' | 'export'

/**
 * Every published version of an agreement. Triggers refuse updates and deletes. In force is the version with the highest number
 * among those whose day has come, and the first one before.
 */
export type AgreementVersionTable = {
  type: AgreementType
  /** Counts from 1 in each type. */
  number: number
  title: string
  /** As readers see it: the day, with `.2` for a second version of that day. Greater than that of the version before. */
  version: string
  /** Version to which users consent; a version that needs no new consent has that of the version before. */
  consent_version: string
  /** Day in China, YYYY-MM-DD. */
  effective_on: string
  change_summary: string | null
  /** Markdown; placeholders are in 【】. */
  text: string
  /** JSON of the values of the placeholders, by name. */
  fields: string
  /** The operator, or `product` for the files. */
  author: string
  published_at: Instant
}

/** The draft of the next version, one of each type. */
export type AgreementDraftTable = {
  type: AgreementType
  text: string
  change_summary: string | null
  /** Random; a new one with each change, so that no operator overwrites another's. */
  revision: string
  editor: string
  saved_at: Instant
}

export type AccountTables = {
  user_account: UserAccountTable
  /** Identities and industries that a user chose, in the order of choice. */
  user_choice: { user_id: string; kind: 'career' | 'industry'; choice_id: string; position: number }
  /**
   * One row per mobile number, as an HMAC, which outlives the account. `user_id` is the account that claimed the gift.
   */
  gift_grant: { mobile_hmac: string; user_id: string; granted_at: Instant }
  /** Consent to a version of the agreements. Outlives the account, as the law requires. */
  consent: {
    id: string
    user_id: string
    agreement_version: string
    at: Instant
    device_type: string
  }
  /** A one-time credential, requested by a partner or the mini-program. The statement that uses it deletes it. */
  external_ticket: {
    /** SHA-256 of the ticket. */
    token_hash: string
    source: string
    mobile: string
    expires_at: Instant
    /** 1: the call that issued the ticket created the account. */
    is_first_login: Generated<Flag>
  }
  /** Nonces of accepted partner calls, so that no call is accepted twice. */
  partner_nonce: { source: string; nonce: string; expires_at: Instant }
  session: {
    /** SHA-256 of the token. */
    token_hash: string
    /** Identifies the session to its owner; it does not open the session. */
    id: string
    user_id: string
    /** The partner of an external login; null for a login here. */
    source: string | null
    device_type: DeviceType
    device_id: string
    /** The channel of the login. */
    fr: string
    created_at: Instant
    /** Rounded to the hour: idleness is counted in days. */
    last_used_at: Instant
    expires_at: Instant
    /** Time of the last write of the session where replicas are read; null for none. */
    written_up_to: Generated<Instant | null>
  }
  api_key: ApiKeyTable
  /** One code per mobile and scene: the newest. */
  sms_code: {
    mobile: string
    scene: string
    /** HMAC of the code with mobile and scene. */
    code_hmac: string
    guesses_left: number
    expires_at: Instant
    used_at: Instant | null
  }
  /** One row: the fingerprint of the secret key of every process on this database. */
  secret_key_check: { id: number; fingerprint: string }
  captcha: { id: string; answer_hmac: string; expires_at: Instant }
  /** A token bucket, stored as the instant at which it is full again (platform/limits/buckets.ts). */
  limit_bucket: { key: string; full_at: number }
  /** Audit log of accounts and of operators. */
  audit_event: {
    id: string
    at: Instant
    kind: AuditKind
    user_id: string | null
    mobile_masked: string | null
    address: string
    /**
     * The correction, suppression or company of an operator's step; ids of the companies whose contacts a user opened or
     * dialled; else null for events of an account.
     */
    subject: string | null
  }
  /** The WeChat user of an account: at most one each. */
  wechat_link: {
    /** HMAC of the openid. */
    openid_hmac: string
    user_id: string
    linked_at: Instant
  }
  /** Permission to link a WeChat user to the number that WeChat states. The statement that uses it deletes it. */
  wechat_bind_token: {
    /** SHA-256 of the token. */
    token_hash: string
    openid_hmac: string
    expires_at: Instant
  }
  /** Tokens and tickets of the operator's accounts at WeChat, shared by all processes. */
  wechat_token: {
    /** AppID and kind. */
    name: string
    /** Encrypted (platform/crypto/cipher.ts); null until the first renewal succeeds. */
    sealed: string | null
    expires_at: Instant
    /** End of the time that the renewing process has; 0: none renews. */
    renewing_until: Instant
  }
  /** `position` grows with each entry of a user, so the order does not depend on the clock. */
  search_history: {
    id: string
    user_id: string
    company_name: string
    position: number
    searched_at: Instant
  }
  view_history: { user_id: string; company_id: string; position: number; viewed_at: Instant }
  /** Total number of views of a company's page. */
  company_views: { company_id: string; views: number }
  /** Uses of contacts that are limited per day. Rows of the last 24 hours count; older ones are deleted. */
  contact_use: {
    id: string
    user_id: string
    kind: ContactUseKind
    /** Id of a company; of a search by mobile number, the HMAC of the number; empty for an export. */
    subject: string
    at: Instant
  }
  /** An account that operators locked. The lock ends by itself; its row remains until the next lock or the erasure. */
  user_lock: {
    user_id: string
    reason: string
    locked_at: Instant
    ends_at: Instant
  }
  agreement_version: AgreementVersionTable
  agreement_draft: AgreementDraftTable
  /** Values of the placeholders of all agreements, for the next publication. */
  agreement_field: { name: string; value: string }
}
