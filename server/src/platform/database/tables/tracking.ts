import type { Instant } from './company.ts'

/** How often a fault was reported on a day, by its scrubbed text. */
export type ClientFaultTable = {
  day: string
  type: string
  page_key: string
  platform_type: string
  text_hash: string
  text: string
  count: number
  last_at: Instant
}

/** How often a measured time was within a step of a day. */
export type ClientVitalTable = {
  day: string
  name: string
  page_key: string
  platform_type: string
  step: number
  count: number
}

export type TrackingTables = {
  /** The random id that stands for a user in tracked events. Erased with the account, which makes its events anonymous. */
  tracking_subject: {
    user_id: string
    subject: number
  }
  /** A day whose figures were computed, or are being computed. */
  tracking_day: {
    day: string
    /** Until when events are counted; null: not computed yet. */
    as_of: number | null
    /** 1: the day is over and computed once. */
    is_closed: number
    /** A process computes the figures until then. */
    claimed_until: number
  }
  /** The rows of one figure of a day, with their sets of people (features/tracking/figures/figure-text.ts). */
  tracking_figure: { day: string; figure: string; content: string }
  /**
   * Number in sets of people of a subject or a device. It contains no user id: after the erasure of the account nothing leads
   * to the user. Devices that were joined share a number.
   */
  tracking_person: {
    /** `s` and the subject, or `d` and the device. */
    key: string
    number: number
    first_day: string
    last_day: string
  }
  tracking_person_count: { next_number: number }
  /** How many tracked events were not stored on a day, by reason. */
  tracking_dropped: { day: string; reason: string; count: number }
  client_fault: ClientFaultTable
  client_vital: ClientVitalTable
  /** What one process did in a minute or an hour, for 30 days. */
  operation_sample: {
    process: string
    /** Milliseconds. */
    span: number
    /** Begin of the period. */
    at: Instant
    /** JSON: `OperationSample`. */
    content: string
  }
}
