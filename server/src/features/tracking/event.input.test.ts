import { clickSchema, pageviewSchema, TRACKING_APP_ID } from '@baiqicha/contract/tracking'
import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { readEvents, storedTime, storedUrl } from './event.input.ts'

const now = Date.UTC(2026, 10, 23, 2)
const common = {
  eventId: 'e-1',
  swiftNumber: String(now),
  deviceId: 'device',
  platform: 'ios',
  userId: 'u-forged',
  os: 'iOS 19',
  screen: '375x812',
  timestamp: now,
  customData: { fr: 'wx', platform: 'ios', platformType: 'H5' },
}
const hashDevice = (deviceId: string) => BigInt(deviceId.length)

test.each([
  ['/company/detail?id=c-1&token=secret', '/company/detail?id=c-1'],
  ['/search/result?keyword=某人#x', '/search/result'],
  ['https://www.example.com/a?b=c', 'https://www.example.com'],
  ['javascript:alert(1)', ''],
  ['http://', ''],
])('the url %s is stored as %j', (sent, stored) => {
  expect(storedUrl(sent)).toBe(stored)
})

test.each([
  [now, now],
  [now - 86_400_000, now - 86_400_000],
  [Date.UTC(2020, 0, 1), now],
  [Date.UTC(2099, 0, 1), now],
])('the time %d is stored as %d', (sent, stored) => {
  expect(storedTime(sent, now)).toBe(stored)
})

it('reads a click without the user and device id of the body', () => {
  const data = z.parse(clickSchema, {
    ...common,
    customData: { ...common.customData, place: 'head', 'No Name': 'x' },
    trackId: 'search-submit',
    elementType: 'button',
    elementText: '搜索',
    title: '搜索',
    url: '/search?keyword=x',
    pageKey: '/search',
    secret: 'x',
  })
  const [event] = readEvents({ appId: TRACKING_APP_ID, type: 'click', data }, { now, hashDevice })
  expect(event).toEqual({
    eventId: 'e-1',
    type: 'click',
    at: now,
    device: 6n,
    pageKey: '/search',
    url: '/search',
    referrer: '',
    isFirst: false,
    trackId: 'search-submit',
    elementText: '搜索',
    custom: { place: 'head' },
    context: { fr: 'wx', platform: 'ios', platformType: 'H5', os: 'iOS 19', screen: '375x812' },
    newDevice: null,
  })
})

it('cuts long texts and keeps ten custom values', () => {
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`v-${at}`, 'x'.repeat(600)]))
  const page = { title: 'x', url: '/', referrer: '', pageKey: 'k'.repeat(600), isFirst: true }
  const { pageKey, customData } = z.parse(pageviewSchema, {
    ...common,
    ...page,
    customData: { ...common.customData, ...values },
  })
  expect(pageKey).toHaveLength(512)
  expect(Object.keys(customData)).toHaveLength(13)
  expect(Object.values(customData).every((value) => value.length <= 512)).toBe(true)
})
