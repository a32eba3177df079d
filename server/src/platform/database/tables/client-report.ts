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
