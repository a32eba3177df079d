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

export const reportBody = (text = 'TypeError: x is not a function'): RouteInput<'saveReport'> => ({
  appId: 'bqc-h5',
  type: 'error',
  data: { pageKey: 'home', platformType: 'H5', version: '0.1.0', text },
})

export const vitalBody = (value: number): RouteInput<'saveReport'> => ({
  appId: 'bqc-h5',
  type: 'vital',
  data: { pageKey: 'home', platformType: 'H5', version: '0.1.0', name: 'LCP', value },
})

/** So many page views of one device in one request. */
export const pageviewBatch = (count: number, event: Partial<SentPageview> = {}): PageviewBody => ({
  appId: 'bqc-h5',
  type: 'pageview',
  data: Array.from({ length: count }, () => sentPageview(event)),
})

export const pageviewBody = (event: Partial<SentPageview> = {}): PageviewBody => ({
  appId: 'bqc-h5',
  type: 'pageview',
  data: sentPageview(event),
})
