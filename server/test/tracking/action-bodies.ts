import type { RouteInput } from '@baiqicha/contract/routes'

type Body = RouteInput<'saveActions'>
type PageviewBody = Extract<Body, { type: 'pageview' }>
type SentPageview = Exclude<PageviewBody['data'], readonly unknown[]>

let events = 0

/** A page view as a visitor's phone sends it, with an id of its own. */
export const sentPageview = (event: Partial<SentPageview> = {}): SentPageview => ({
  eventId: `event-${++events}`,
  swiftNumber: '1795420800000',
  deviceId: 'device-of-a-visitor',
  platform: 'android',
  userId: '',
  os: 'Android 15',
  screen: '375x812',
  timestamp: 1_795_420_800_000,
  customData: { fr: '', platform: 'android', platformType: 'H5' },
  title: '百企查',
  url: '/home',
  referrer: '',
  pageKey: 'home',
  isFirst: true,
  ...event,
})

export const pageviewBody = (event: Partial<SentPageview> = {}): PageviewBody => ({
  appId: 'bqc-h5',
  type: 'pageview',
  data: sentPageview(event),
})
