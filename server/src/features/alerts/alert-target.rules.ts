import { type AlertChannel, type AlertFormat, type AlertState, BRIEFING_TIME } from '@baiqicha/contract/alerts'
import { chinaDay, DAY_MS, minuteOf } from '../../domain/clock.ts'
import { maskEmail } from '../../domain/masking/masking.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { AlertTargetTable } from '../../platform/database/tables/follow.ts'
import { chatOf } from '../../platform/mail/notice-targets.ts'

/** Whether briefings of the day may be sent. */
export const isBriefingTime = (now: number): boolean => minuteOf(now).slice(11) >= BRIEFING_TIME

/** The day before the first briefing of a target that is set now: removing and setting it again gives no second one of a day. */
export const dayBeforeFirst = (now: number): string => chinaDay(isBriefingTime(now) ? now : now - DAY_MS)

/** The form in which the host of a webhook takes messages; null: the host is not allowed. */
export function formatOf(url: URL, allowedHosts: readonly string[]): AlertFormat | null {
  const chat = chatOf(url.host)
  if (chat !== undefined) return chat
  return allowedHosts.includes(url.host) ? 'json' : null
}

const ENDING = 4

/** A mail address, or the host and the end of a webhook. */
export const maskedAddress = (channel: AlertChannel, address: string): string =>
  channel === 'mail' ? maskEmail(address) : `${new URL(address).host}/****${address.slice(-ENDING)}`

/** HMAC by which an address is found. The case of a mail address makes no other one. */
export const addressHmac = (hmac: Hmac, address: string): string =>
  hmac('alert address', address.includes('://') ? address : address.toLowerCase())

const REFERENCE = 'al-'
export const alertReference = /^al-[0-9a-f]{24}$/
const referenceOf = (hex: string) => `${REFERENCE}${hex.slice(0, 24)}`

/** Of a mail the same for each time that the user sets the address: a mail of last year unsubscribes it too. */
export const mailReference = (hmac: Hmac, userId: string, address: string): string =>
  referenceOf(hmac('alert mail', userId, address.toLowerCase()))
export const webhookReference = (bytes: Uint8Array): string => referenceOf(Buffer.from(bytes).toString('hex'))

/** Key with which the JSON of a webhook is signed. It is not stored: it follows from the key of the store. */
export const signingSecret = (hmac: Hmac, reference: string): string => hmac('alert webhook', reference)

const proofOf = (hmac: Hmac, reference: string) => hmac('alert unsubscribe', reference).slice(0, 32)
/** Unsubscribes a target without a login. */
export const unsubscribeToken = (hmac: Hmac, reference: string): string => `${reference}.${proofOf(hmac, reference)}`
/** The reference in a token; null: the token is not one of this store. */
export function referenceIn(hmac: Hmac, token: string): string | null {
  const [reference = '', proof] = token.split('.')
  return alertReference.test(reference) && proof === proofOf(hmac, reference) ? reference : null
}

/** What the owner and operators see of a target. `stopReason`: null unless operators stopped the address. */
export function alertStateOf(
  row: Pick<AlertTargetTable, 'is_refused' | 'attempts' | 'cause'>,
  stopReason: string | null,
): { state: AlertState; cause: string | null } {
  if (stopReason !== null) return { state: 'stopped', cause: stopReason }
  if (row.is_refused === 1) return { state: 'refused', cause: row.cause }
  return row.attempts > 0 ? { state: 'failing', cause: row.cause } : { state: 'on', cause: null }
}
