import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Partners } from './partners.ts'

/** A partner's request for a ticket. `timestamp` is in milliseconds since 1970. */
export type PartnerCall = { source: string; mobile: string; timestamp: number; nonce: string }

/** HMAC-SHA256 in hex over the four fields as sent, joined by line feeds (docs/partner-login.md). */
export const signPartnerCall = (secret: string, { source, mobile, timestamp, nonce }: PartnerCall) =>
  createHmac('sha256', secret).update([source, mobile, timestamp, nonce].join('\n')).digest('hex')

/** Whether a known partner signed the call. An unknown source takes the same time. */
export function isSignedByPartner(partners: Partners, call: PartnerCall, signature: string): boolean {
  const secret = partners.get(call.source)
  const expected = Buffer.from(signPartnerCall(secret ?? '', call))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) && secret !== undefined
}
