import type { AlertChannel, AlertFormat } from '@baiqicha/contract/alerts'
import type { EventChange } from '@baiqicha/contract/follow'
import type { CheckResult, CheckSite } from '@baiqicha/contract/official-check'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { Generated } from 'kysely'
import type { DateText, Flag, Instant } from './company.ts'

/** A company that a user follows. */
export type FollowTable = {
  user_id: string
  company_id: string
  /** Empty: no group. */
  group_name: string
  /** Grows with each company of a user, so the order does not depend on the clock. */
  position: number
  followed_at: Instant
  /** Newest event when the user followed the company: later ones are new to the user. */
  from_seq: number
}

/**
 * A change that an import brought, once per subject key of its record or company. Rows are appended by importers, which
 * run one at a time, so `seq` is the order of commits.
 */
export type CompanyEventTable = {
  seq: Generated<number>
  /** As in `record_subject`: an event is not tied to the id of a company. */
  subject_key: string
  /** `fact`: a fact of the register. */
  kind: RecordKindKey | 'fact'
  change: EventChange
  /** null for a fact. */
  record_id: string | null
  /** The fact; of a record the field of its date, or the changed fields separated by commas; null: none. */
  field: string | null
  /** Values of a fact, as readers read them; null for records. */
  value_before: string | null
  value_after: string | null
  source_id: string
  as_of: string | null
  event_date: DateText | null
  imported_at: Instant
  /** The import (`import_run`). */
  run_id: string
  /** Whether the event was older than 90 days when it was imported. */
  is_late: Flag
}

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

export type FollowTables = {
  follow: FollowTable
  /** A user who follows or followed companies. */
  follower: {
    user_id: string
    /** Newest event when the user last opened 动态. */
    seen_seq: number
    /** When that was; null: never, or before the column was added. */
    seen_at: Instant | null
    /** Number of events since then: the red dot. */
    unread: number
  }
  company_event: CompanyEventTable
  /** One row: the newest event that is counted in `follower.unread`. */
  event_cursor: { seq: number }
  /** What a user found about a company at an official site. */
  official_check: {
    user_id: string
    company_id: string
    site: CheckSite
    result: CheckResult
    checked_at: Instant
  }
  alert_target: AlertTargetTable
  /** An address that operators stopped. */
  alert_stop: {
    address_hmac: string
    address_masked: string
    reason: string
    stopped_at: Instant
  }
}
