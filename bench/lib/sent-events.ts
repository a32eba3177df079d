import { API_BASE, routes } from '@baiqicha/contract/routes'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import { sentPageview } from '../../server/test/tracking/action-bodies.ts'
import type { LoadRequest } from './load.ts'

const DEVICES = 10_000
const channels = ['', '', '', 'share', 'wechat', 'baidu']

/** What a visitor opens, in turn. */
const visit = [
  ['home', '/home'],
  ['search', '/search'],
  ['searchResult', '/search/result'],
  ['companyDetail', '/company/detail?id='],
] as const

export type EventsPlan = { requests: number; perRequest: number; companyIds: readonly string[]; seed: number }

/** Requests with page views of 10,000 phones, no event id twice. */
export function drawEventRequests({ requests, perRequest, companyIds, seed }: EventsPlan): LoadRequest[] {
  const random = seededRandom(seed)
  const path = API_BASE + routes.saveActions.path
  return Array.from({ length: requests }, (_, request): LoadRequest => {
    const who = random.below(DEVICES)
    const timestamp = Date.now()
    const data = Array.from({ length: perRequest }, (_event, at) => {
      const turn = (request + at) % visit.length
      const [pageKey, address] = visit[turn] ?? visit[0]
      const [, referrer] = visit[turn - 1] ?? ['', '']
      return sentPageview({
        eventId: `${seed}-${request}-${at}`,
        deviceId: `device-${who}`,
        url: pageKey === 'companyDetail' ? address + random.pick(companyIds) : address,
        referrer,
        pageKey,
        isFirst: turn === 0,
        timestamp,
        swiftNumber: String(timestamp),
        customData: { fr: channels[who % channels.length] ?? '', platform: 'android', platformType: 'H5' },
      })
    })
    const body = JSON.stringify({ appId: 'bqc-h5', type: 'pageview', data: perRequest === 1 ? data[0] : data })
    return { path, body }
  })
}
