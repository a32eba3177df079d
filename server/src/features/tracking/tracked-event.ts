import type { DeviceType } from '@baiqicha/contract/account'
import type { EventType, PlatformType } from '@baiqicha/contract/tracking'

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
