import type { TRACKING_APP_ID } from '@baiqicha/contract/tracking'
import { createEventSender } from '../../lib/tracker/event-sender.ts'
import { createDeviceIdentity, createTracker } from '../../lib/tracker/tracker.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { readChannel } from '../device/channel.ts'
import { matchPage } from '../navigation/pages.ts'
import { readToken, readUnspentTicket, USER_STATUS_EVENT, useSessionStore } from '../session/session-store.ts'
import { localStore } from '../storage/safe-storage.ts'
import { clientPlatform, createErrorReporter } from './client-report.ts'
import { consentOf, useTrackingConsent } from './tracking-consent.ts'
import { followTrackingConsent } from './tracking-decision.ts'

// Written out: the contract would bring its schemas.
const APP_ID: typeof TRACKING_APP_ID = 'bqc-h5'
const EVENTS = '/api/h5/v1/userActionLog'
const RESYNC_MS = 100
/** The device identity itself compares at most once in 24 hours. */
const CHECK_MS = 3_600_000

const consentNow = () => consentOf(useTrackingConsent.getState())
const userIdNow = () => useSessionStore.getState().userInfo?.userId ?? ''

async function readFingerprint(): Promise<string> {
  const { default: agent } = await import('@fingerprintjs/fingerprintjs')
  return (await (await agent.load({ monitoring: false })).get()).visitorId
}

/** Page of an address by its route; the address itself names none. */
function pageOf(href: string) {
  const [path = ''] = (href.split('#')[1] ?? '').split('?')
  const page = matchPage(path)
  return { key: page?.name ?? '', title: page?.title ?? '' }
}

/** A click, an error, or without event a page that opened; with the address at that time. */
export type TrackedInteraction = { event?: Event | undefined; href: string; at: number }

/** Connects the tracker with pages, session and consent. Returns the function that makes events of what happens. */
export function connectTracker(): (interaction: TrackedInteraction) => void {
  let current: TrackedInteraction | null = null
  const sender = createEventSender({
    appId: APP_ID,
    endpoint: `${EVENTS}/save`,
    // Undecided visits stay anonymous, and a ticket of an external login is no session.
    readToken: () => (consentNow() === 'agreed' && readUnspentTicket() === null ? readToken() : null),
  })
  const device = createDeviceIdentity({ storage: localStore, readFingerprint, now: Date.now })
  const readAddress = () => current?.href ?? window.location.href
  const tracker = createTracker({
    sender,
    device,
    consent: consentNow(),
    ...clientPlatform(navigator.userAgent),
    readChannel,
    readAddress,
    readPage: () => pageOf(readAddress()),
    now: () => current?.at ?? Date.now(),
  })
  const report = createErrorReporter()

  const followUser = () => tracker.setUser(userIdNow())
  const checkDevice = () => whenIdle(() => void tracker.checkDevice().catch(() => {}))
  const applyConsent = () => {
    const consent = consentNow()
    tracker.setConsent(consent)
    if (consent !== 'agreed') return
    checkDevice()
    void import('./web-vitals.ts').then(({ reportWebVitals }) => reportWebVitals()).catch(() => {})
  }
  followUser()
  window.addEventListener(USER_STATUS_EVENT, followUser)
  // The session store has read the info of another tab before: it listens since the start.
  window.addEventListener('storage', followUser)
  window.addEventListener('pagehide', () => sender.flush(true))
  followTrackingConsent()
  applyConsent()
  useTrackingConsent.subscribe(applyConsent)
  setTimeout(() => tracker.syncPage(), RESYNC_MS)
  setInterval(checkDevice, CHECK_MS)

  return (interaction) => {
    const { event } = interaction
    current = interaction
    if (event === undefined) {
      followUser()
      tracker.trackPageview()
    } else if (event.type === 'click') {
      tracker.trackClick(event.target)
    } else if (consentNow() !== 'refused') {
      report(event)
    }
    current = null
  }
}
