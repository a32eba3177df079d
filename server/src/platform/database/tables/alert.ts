import type { AlertChannel, AlertFormat } from '@baiqicha/contract/alerts'
import type { Flag, Instant } from './company.ts'

/** Where a user receives the changes of followed companies: at most one target of each channel. */
export type AlertTargetTable = {
  /** Of a mail made from user and address, so that an old mail unsubscribes the address that was set again. */
  id: string
  user_id: string
  channel: AlertChannel
  format: AlertFormat
  /** Encrypted with the key of the store: the address of a webhook contains its key. */
  address_sealed: string
  address_masked: string
  /** Finds an address that operators stopped. */
  address_hmac: string
  created_at: Instant
  /** Newest event that was sent, or stored when the target was set. */
  sent_seq: number
  /** Day in China whose briefing a process began to send; empty: none. No other process begins it again. */
  taken_day: string
  /** Day whose briefing was sent, or had no news; empty: none. */
  done_day: string
  sent_at: Instant | null
  /** Failed attempts since the last success. */
  attempts: number
  /** A failed briefing is not repeated before. */
  retry_at: Instant
  /** Consecutive refusals of the address itself. */
  refusals: number
  /** Whether the address was refused twice: nothing is sent until it is set again. */
  is_refused: Flag
  cause: string | null
  failed_at: Instant | null
}

/** An address that operators stopped. */
export type AlertStopTable = {
  address_hmac: string
  address_masked: string
  reason: string
  stopped_at: Instant
}
