import type { DeviceType } from '@baiqicha/contract/account'
import { type EventType, eventTypes, type PlatformType } from '@baiqicha/contract/tracking'
import { chinaDay } from '../../domain/clock.ts'

/** One event as it is stored: no address, no user agent, no device id as sent, no user id. */
export type TrackedEvent = {
  type: EventType
  /** Milliseconds. */
  at: number
  /** HMAC of the device id, as 64 bits. */
  device: bigint
  /** Random id of the user (`tracking_subject`); null for a visitor. */
  subject: number | null
  pageKey: string
  /** Path and kept query. */
  url: string
  referrer: string
  isFirst: boolean
  /** Element of a click; empty for other events. */
  trackId: string
  elementText: string
  /** Further values of a click. */
  custom: Readonly<Record<string, string>>
  context: TrackedContext
  /** Device that replaces `device` from now on; null except for a device change. */
  newDevice: bigint | null
}

/** What most events of a device share. */
export type TrackedContext = {
  fr: string
  platform: DeviceType
  platformType: PlatformType
  os: string
  screen: string
}

/**
 * Events by day of China Standard Time (YYYY-MM-DD). Appending never waits for reading.
 */
export interface EventStore {
  /** Stores the events under the days of their times. @throws Error when none of them is stored. */
  append(events: readonly TrackedEvent[]): Promise<void>
  /** The events of a day by device and time; null: the day has no events, or its file is lost. */
  readDay(day: string): Promise<AsyncIterable<TrackedEvent> | null>
  dropDay(day: string): Promise<void>
  /** Days with events, oldest first. */
  days(): Promise<string[]>
  /** Called once, after the last append. */
  close(): Promise<void>
}

/**
 * An event as a row of a store. Integers of 64 bits are texts in PostgreSQL and ClickHouse: JSON numbers lose their last digits. A
 * file has all integers as bigint, and an empty text for no further values.
 */
export type EventRow = {
  device: string | bigint
  at: string | number | bigint
  subject: string | number | bigint | null
  type: number | bigint
  page_key: string
  url: string
  referrer: string
  is_first: boolean | number | bigint
  track_id: string
  element_text: string
  custom: string
  context: string
  new_device: string | bigint | null
}

export const eventColumns =
  'device, at, subject, type, page_key, url, referrer, is_first, track_id, element_text, custom, context, new_device'

const textOrNull = (value: bigint | number | null) => (value === null ? null : String(value))

/** The row as JSON, with its day. */
export const eventRowOf = (event: TrackedEvent): EventRow & { day: string } => ({
  day: chinaDay(event.at),
  device: String(event.device),
  at: String(event.at),
  subject: textOrNull(event.subject),
  type: eventTypes.indexOf(event.type),
  page_key: event.pageKey,
  url: event.url,
  referrer: event.referrer,
  is_first: event.isFirst ? 1 : 0,
  track_id: event.trackId,
  element_text: event.elementText,
  custom: JSON.stringify(event.custom),
  context: JSON.stringify(event.context),
  new_device: textOrNull(event.newDevice),
})

const parseContext = (text: string): TrackedContext => JSON.parse(text)
const parseCustom = (text: string): Record<string, string> => (text === '' ? {} : JSON.parse(text))

let lastContext: { text: string; context: TrackedContext } | null = null
/** Most events of a device have the context of the one before. */
function contextOf(text: string): TrackedContext {
  if (lastContext?.text !== text) lastContext = { text, context: parseContext(text) }
  return lastContext.context
}

export const eventOf = (row: EventRow): TrackedEvent => ({
  type: eventTypes[Number(row.type)] ?? 'pageview',
  at: Number(row.at),
  device: BigInt(row.device),
  subject: row.subject === null ? null : Number(row.subject),
  pageKey: row.page_key,
  url: row.url,
  referrer: row.referrer,
  isFirst: Boolean(row.is_first),
  trackId: row.track_id,
  elementText: row.element_text,
  custom: parseCustom(row.custom),
  context: contextOf(row.context),
  newDevice: row.new_device === null ? null : BigInt(row.new_device),
})
