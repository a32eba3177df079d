import { DEVICE_ID_KEY, randomUuid } from './device-id.ts'
import type { EventSender, SentEventType } from './event-sender.ts'
import { trackedAddress } from './tracked-address.ts'

/** Storage that may be missing or full. */
type TrackerStorage = {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
}

const FINGERPRINT = 'web_track_fingerprint'
const CHECKED_AT = 'page_tracker_fingerprint_checked_at'
const CHECK_INTERVAL_MS = 24 * 3_600_000

type IdentityOptions = {
  storage: TrackerStorage
  /** Hash of the features of the device; it is compared on the device and never sent. */
  readFingerprint: () => Promise<string>
  now: () => number
}

type DeviceIdentity = ReturnType<typeof createDeviceIdentity>

/** Id of the device for events. Nothing is stored before `store` is called. */
export function createDeviceIdentity({ storage, readFingerprint, now }: IdentityOptions) {
  let inMemory: string | null = null
  const stored = () => storage.read(DEVICE_ID_KEY) || null

  /** Stored id; without consent to store, one that lasts until the page is closed. */
  const id = () => {
    inMemory = stored() ?? inMemory ?? randomUuid()
    return inMemory
  }

  return {
    id,
    /** Stores the id, also the one used in memory until now. */
    store: () => storage.write(DEVICE_ID_KEY, id()),
    /** Removes everything stored; the next id is another one. */
    forget() {
      for (const key of [DEVICE_ID_KEY, FINGERPRINT, CHECKED_AT]) storage.remove(key)
      inMemory = null
    },
    /**
     * Compares the fingerprint, at most once in 24 hours. When it has changed, as after a restored backup, the device gets
     * a new id. Returns both ids then; null otherwise.
     */
    async check() {
      const oldDeviceId = stored()
      const checkedAt = Number(storage.read(CHECKED_AT) ?? Number.NaN)
      if (oldDeviceId === null || Math.abs(now() - checkedAt) < CHECK_INTERVAL_MS) return null
      const fingerprint = await readFingerprint()
      // The id may have been removed while the fingerprint was read: a refusal leaves nothing stored.
      if (stored() !== oldDeviceId) return null
      const known = storage.read(FINGERPRINT)
      storage.write(CHECKED_AT, String(now()))
      storage.write(FINGERPRINT, fingerprint)
      if (known === null || known === fingerprint) return null
      const newDeviceId = randomUuid()
      inMemory = newDeviceId
      storage.write(DEVICE_ID_KEY, newDeviceId)
      return { oldDeviceId, newDeviceId }
    },
  }
}

const CUSTOM = 'data-custom-'
const LABEL_LENGTH = 64
/** Ids of elements whose text is data. */
const SHOWS_DATA = /-(row|choice)$/

/** What a click event states about the tracked element. */
type ClickTarget = {
  trackId: string
  elementType: string
  elementText: string
  /** Attributes `data-custom-*` by the rest of their name. */
  custom: Record<string, string>
}

/** Own label of the element: never a value that a user typed, nor the data within it. */
function labelOf(element: Element): string {
  const label = element.getAttribute('data-track-label') ?? element.getAttribute('aria-label') ?? ownText(element)
  return label.trim().slice(0, LABEL_LENGTH)
}

/** Text directly in the element. Data, as the name of a company, is in elements of its own. */
const ownText = (element: Element) =>
  element.matches('input, textarea, select')
    ? ''
    : Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : '')).join('')

/** The tracked element of a click: the clicked one or its nearest ancestor with a `track-id`; null for none. */
function findClickTarget(clicked: EventTarget | null): ClickTarget | null {
  const element = clicked instanceof Element ? clicked.closest('[track-id]') : null
  const trackId = element?.getAttribute('track-id')?.trim() ?? ''
  if (element === null || trackId === '') return null
  const custom = Object.fromEntries(
    Array.from(element.attributes)
      .filter(({ name }) => name.startsWith(CUSTOM) && name.length > CUSTOM.length)
      .map(({ name, value }) => [name.slice(CUSTOM.length), value]),
  )
  const elementText = SHOWS_DATA.test(trackId) ? '' : labelOf(element)
  return { trackId, elementType: element.tagName.toLowerCase(), elementText, custom }
}

/** `undecided`: page views only, nothing stored. `agreed`: all events. `refused`: nothing is sent. */
export type TrackingConsent = 'undecided' | 'agreed' | 'refused'

/** A page for events: the name of its route, and its title. */
export type TrackedPage = { key: string; title: string }

export type TrackerOptions = {
  sender: EventSender
  device: DeviceIdentity
  consent: TrackingConsent
  /** Device type, operating system and kind of platform of SPEC §3. */
  platform: string
  platformType: 'H5' | 'PC' | 'mini-program'
  os: string
  /** Source or channel code of the visit. */
  readChannel: () => string
  /** Page that is shown now. */
  readPage: () => TrackedPage
  /** Whole address of that page. */
  readAddress?: () => string
  now: () => number
}

/** Page views, and clicks on the same element, that are closer are one. */
const MIN_INTERVAL_MS = 1_000

const screenText = () => `${window.screen.width}x${window.screen.height}`

/** Builds the events of SPEC §3 and decides which are sent. */
export function createTracker(options: TrackerOptions) {
  const { sender, device, now, readPage, readChannel } = options
  const { readAddress = () => window.location.href } = options
  let { consent } = options
  let userId = ''
  let page = readPage()
  let isFirst = true
  let last: { url: string; channel: string; at: number } | null = null
  const clickedAt = new Map<string, number>()

  const addressNow = () => trackedAddress(readAddress(), window.location.origin)
  let referrer = trackedAddress(document.referrer, window.location.origin)

  function send(type: SentEventType, data: object, custom: Readonly<Record<string, string>> = {}) {
    const isAllowed = consent === 'agreed' || (consent === 'undecided' && type === 'pageview')
    if (!isAllowed) return
    const at = now()
    const { platform, platformType, os } = options
    sender.send(type, {
      eventId: randomUuid(),
      swiftNumber: String(at),
      deviceId: device.id(),
      platform,
      userId: consent === 'agreed' ? userId : '',
      os,
      screen: screenText(),
      timestamp: at,
      customData: { ...custom, fr: readChannel(), platform, platformType },
      ...data,
    })
  }

  function isRepeated(url: string, channel: string): boolean {
    if (last === null) return false
    return (last.url === url && last.channel === channel) || now() - last.at < MIN_INTERVAL_MS
  }

  return {
    /** `customTitle`: a title of its own; a blank one is ignored. */
    trackPageview(customTitle = '') {
      page = readPage()
      const url = addressNow()
      const channel = readChannel()
      if (isRepeated(url, channel)) return
      last = { url, channel, at: now() }
      const title = customTitle.trim() === '' ? page.title : customTitle.trim()
      send('pageview', { title, url, referrer, pageKey: page.key, isFirst })
      isFirst = false
      referrer = url
    },
    trackClick(clicked: EventTarget | null) {
      const target = findClickTarget(clicked)
      if (target === null) return
      const before = clickedAt.get(target.trackId)
      if (before !== undefined && now() - before < MIN_INTERVAL_MS) return
      clickedAt.set(target.trackId, now())
      const { custom, ...element } = target
      send('click', { ...element, title: page.title, url: addressNow(), pageKey: page.key }, custom)
    },
    /** Re-reads page key and title, which the router sets after a load. */
    syncPage() {
      page = readPage()
    },
    /** '' for a visitor. */
    setUser(next: string) {
      if (next === userId) return
      // Events that wait belong to the previous user.
      sender.flush()
      userId = next
    },
    setConsent(next: TrackingConsent) {
      consent = next
      if (next === 'agreed') device.store()
      if (next !== 'refused') return
      sender.clear()
      device.forget()
    },
    /** Compares the fingerprint of the device and reports a change. */
    async checkDevice() {
      if (consent !== 'agreed') return
      const change = await device.check()
      if (change !== null) send('device_change', { ...change, reason: 'fingerprint_change' })
    },
  }
}
