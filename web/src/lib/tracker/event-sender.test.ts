import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventSender } from './event-sender.ts'

const endpoint = '/api/h5/v1/userActionLog/save'
const fetched = vi.fn<typeof fetch>()
const beacons: { url: string; blob: Blob }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', fetched)
  beacons.length = 0
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, blob: Blob) => beacons.push({ url, blob }) > 0,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openSender = (options: { batchSize?: number; token?: string } = {}) =>
  createEventSender({
    appId: 'bqc-h5',
    endpoint,
    ...(options.batchSize !== undefined && { batchSize: options.batchSize }),
    readToken: () => options.token ?? null,
  })

const bodies = () => fetched.mock.calls.map(([, init]) => JSON.parse(typeof init?.body === 'string' ? init.body : ''))

test('by default each event is sent at once, in a request that outlives the page', () => {
  const sender = openSender({ token: 'secret' })
  sender.send('pageview', { url: '/home' })
  expect(bodies()).toEqual([{ appId: 'bqc-h5', type: 'pageview', data: { url: '/home' } }])
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, headers: { token: 'secret' } })
})

test('a batch has one type of event, is sent when full, and after 5 s at the latest', () => {
  const sender = openSender({ batchSize: 10 })
  for (let at = 0; at < 10; at += 1) sender.send('click', { at })
  sender.send('pageview', { url: '/a' })
  sender.send('pageview', { url: '/b' })
  expect(bodies().map(({ type, data }) => [type, data.length])).toEqual([['click', 10]])
  vi.advanceTimersByTime(4_999)
  expect(fetched).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(bodies()[1]).toMatchObject({ type: 'pageview', data: [{ url: '/a' }, { url: '/b' }] })
})

test('what waits when the page closes is sent as a beacon', async () => {
  const sender = openSender({ batchSize: 10 })
  sender.send('click', { at: 1 })
  sender.flush(true)
  expect(fetched).not.toHaveBeenCalled()
  expect(beacons.map(({ url }) => url)).toEqual([endpoint])
  expect(beacons[0]?.blob.type).toBe('application/json')
})

test('a failed request has no effect and is not repeated', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const sender = openSender()
  sender.send('click', {})
  await vi.runAllTimersAsync()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('cleared events are not sent', () => {
  const sender = openSender({ batchSize: 10 })
  sender.send('click', {})
  sender.clear()
  vi.runAllTimers()
  sender.flush(true)
  expect([fetched.mock.calls, beacons]).toEqual([[], []])
})
