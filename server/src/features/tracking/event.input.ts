import { type SaveActionBody, trackedParameters } from '@baiqicha/contract/tracking'
import { DAY_MS } from '../../domain/clock.ts'
import type { TrackedEvent } from './tracked-event.ts'

/** An event before the user of its session is known. */
export type ReceivedEvent = Omit<TrackedEvent, 'subject'> & { eventId: string }

type SentEvent = Extract<SaveActionBody['data'], { eventId: string }>

/** The path of our own place and the kept query, or the origin of another site; the client is not trusted to have cut it. */
export function storedUrl(sent: string): string {
  if (/^https?:\/\//i.test(sent)) return URL.canParse(sent) ? new URL(sent).origin : ''
  if (!sent.startsWith('/')) return ''
  const [path = '', query = ''] = sent.split(/[?#]/)
  const all = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of trackedParameters) for (const value of all.getAll(name)) kept.append(name, value)
  return kept.size === 0 ? path : `${path}?${kept.toString()}`
}

/** The time of an event; that of the server when the device is off by more than a day. */
export const storedTime = (sent: number, now: number): number =>
  Math.abs(sent - now) > DAY_MS ? now : Math.round(sent)

const fixed = new Set(['fr', 'platform', 'platformType'])

type Reading = { now: number; hashDevice: (deviceId: string) => bigint }

function readEvent(type: SaveActionBody['type'], sent: SentEvent, { now, hashDevice }: Reading): ReceivedEvent {
  const { fr, platform, platformType } = sent.customData
  const context = { fr, platform, platformType, os: sent.os, screen: sent.screen }
  const event: ReceivedEvent = {
    eventId: sent.eventId,
    type,
    at: storedTime(sent.timestamp, now),
    device: hashDevice(sent.deviceId),
    pageKey: '',
    url: '',
    referrer: '',
    isFirst: false,
    trackId: '',
    elementText: '',
    custom: {},
    context,
    newDevice: null,
  }
  if ('isFirst' in sent) {
    const { pageKey, isFirst } = sent
    return { ...event, pageKey, isFirst, url: storedUrl(sent.url), referrer: storedUrl(sent.referrer) }
  }
  if ('trackId' in sent) {
    const { pageKey, trackId, elementText } = sent
    const custom = Object.fromEntries(Object.entries(sent.customData).filter(([name]) => !fixed.has(name)))
    return { ...event, pageKey, trackId, elementText, custom, url: storedUrl(sent.url) }
  }
  return { ...event, device: hashDevice(sent.oldDeviceId), newDevice: hashDevice(sent.newDeviceId) }
}

/** The events of a request as they are stored, without their user. */
export function readEvents({ type, data }: SaveActionBody, reading: Reading): ReceivedEvent[] {
  const sent: readonly SentEvent[] = Array.isArray(data) ? data : [data]
  return sent.map((event) => readEvent(type, event, reading))
}
