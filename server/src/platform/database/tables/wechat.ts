import type { Instant } from './company.ts'

/** The WeChat user of an account: at most one each. */
export type WechatLinkTable = {
  /** HMAC of the openid. */
  openid_hmac: string
  user_id: string
  linked_at: Instant
}

/** Permission to link a WeChat user to the number that WeChat states. The statement that uses it deletes it. */
export type WechatBindTokenTable = {
  /** SHA-256 of the token. */
  token_hash: string
  openid_hmac: string
  expires_at: Instant
}

/** Tokens and tickets of the operator's accounts at WeChat, shared by all processes. */
export type WechatTokenTable = {
  /** AppID and kind. */
  name: string
  /** Encrypted (platform/crypto/cipher.ts); null until the first renewal succeeds. */
  sealed: string | null
  expires_at: Instant
  /** End of the time that the renewing process has; 0: none renews. */
  renewing_until: Instant
}
