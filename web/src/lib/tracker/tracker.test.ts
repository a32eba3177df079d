import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEventSender, type EventSender } from './event-sender.ts'
import { createDeviceIdentity, createTracker, type TrackingConsent } from './tracker.ts'

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    values,
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  }
}

/** A tracker at 10:00 on the page of a search, with everything that it sends. */
function openTracker(consent: TrackingConsent = 'agreed') {
  const sent: { type: string; data: Record<string, unknown> }[] = []
  const sender: EventSender = {
    send: (type, data) => void sent.push({ type, data: { ...data } }),
    flush: vi.fn(),
    clear: vi.fn(),
  }
  const storage = memoryStorage()
  const clock = { time: Date.UTC(2026, 10, 23, 2) }
  const page = { key: '/search', title: '搜索' }
  const readFingerprint = vi.fn(async () => 'same')
  const device = createDeviceIdentity({ storage, readFingerprint, now: () => clock.time })
  const tracker = createTracker({
    sender,
    device,
    consent,
    platform: 'ios',
    platformType: 'H5',
    os: 'iOS 19',
    readChannel: () => 'wx',
    readPage: () => page,
    now: () => clock.time,
  })
  const open = (hash: string) => {
    window.location.hash = hash
    clock.time += 2_000
  }
  return { tracker, sent, sender, storage, clock, page, open, readFingerprint, device }
}

function addElement(html: string): Element {
  document.body.innerHTML = html
  const element = document.body.querySelector('[data-clicked]')
  if (element === null) throw new Error('no element with data-clicked')
  return element
}

beforeEach(() => {
  window.location.hash = '#/search'
})

// Test files share the document.
afterEach(() => {
  document.body.innerHTML = ''
})

describe('SPEC §3', () => {
  test('an event has the common fields', () => {
    const { tracker, sent, clock } = openTracker()
    tracker.setUser('u-1')
    tracker.trackPageview()
    expect(sent).toEqual([
      {
        type: 'pageview',
        data: {
          eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
          swiftNumber: String(clock.time),
          deviceId: expect.stringMatching(/^[0-9a-f]{32}$/),
          platform: 'ios',
          userId: 'u-1',
          os: 'iOS 19',
          screen: expect.stringMatching(/^\d+x\d+$/),
          timestamp: clock.time,
          customData: { fr: 'wx', platform: 'ios', platformType: 'H5' },
          title: '搜索',
          url: '/search',
          referrer: '',
          pageKey: '/search',
          isFirst: true,
        },
      },
    ])
    expect(sent[0]?.data['swiftNumber']).toMatch(/^\d{13}$/)
  })

  test('the first page view of a load is marked, and the next names the page before as its referrer', () => {
    const { tracker, sent, open } = openTracker()
    tracker.trackPageview()
    open('#/company/detail?id=c-1&token=secret')
    tracker.trackPageview()
    expect(sent.map(({ data }) => [data['isFirst'], data['url'], data['referrer']])).toEqual([
      [true, '/search', ''],
      [false, '/company/detail?id=c-1', '/search'],
    ])
  })
})

describe('SPEC §4', () => {
  test('no event after login or logout carries the previous user', () => {
    const { tracker, sent, sender, open } = openTracker()
    tracker.setUser('u-1')
    tracker.trackPageview()
    tracker.setUser('')
    expect(sender.flush).toHaveBeenCalled()
    open('#/home')
    tracker.trackPageview()
    expect(sent.map(({ data }) => data['userId'])).toEqual(['u-1', ''])
  })

  test('a changed fingerprint gives the device a new id, reported once in 24 hours and without the fingerprint', async () => {
    const { tracker, sent, clock, readFingerprint, device } = openTracker()
    tracker.setConsent('agreed')
    const before = device.id()
    await tracker.checkDevice()
    expect(sent).toEqual([])
    readFingerprint.mockResolvedValue('another')
    await tracker.checkDevice()
    expect(readFingerprint).toHaveBeenCalledTimes(1)
    clock.time += 24 * 3_600_000
    await tracker.checkDevice()
    await tracker.checkDevice()
    expect(sent).toMatchObject([
      { type: 'device_change', data: { oldDeviceId: before, newDeviceId: device.id(), reason: 'fingerprint_change' } },
    ])
    expect(device.id()).not.toBe(before)
    expect(JSON.stringify(sent)).not.toContain('another')
  })
})

describe('SPEC §5', () => {
  const sender = { appId: 'a', endpoint: '/e', readToken: () => null }
  test('a sender needs an appId and an endpoint', () => {
    expect(() => createEventSender({ ...sender, appId: ' ' })).toThrow('appId is required')
    expect(() => createEventSender({ ...sender, endpoint: '' })).toThrow('Endpoint is required')
  })

  test('a blank custom title is ignored', () => {
    const { tracker, sent, open } = openTracker()
    tracker.trackPageview('  ')
    open('#/home')
    tracker.trackPageview(' 活动 ')
    expect(sent.map(({ data }) => data['title'])).toEqual(['搜索', '活动'])
  })

  test('a page view that repeats address and source, or follows within a second, is not sent', () => {
    const { tracker, sent, clock } = openTracker()
    tracker.trackPageview()
    clock.time += 60_000
    tracker.trackPageview()
    window.location.hash = '#/home'
    tracker.trackPageview()
    clock.time += 999
    window.location.hash = '#/user'
    tracker.trackPageview()
    clock.time += 1
    tracker.trackPageview()
    expect(sent.map(({ data }) => data['url'])).toEqual(['/search', '/home', '/user'])
  })

  test('a click within an element with a track-id is sent with its own label and custom values', () => {
    const { tracker, sent } = openTracker()
    tracker.trackClick(
      addElement(
        '<button track-id="search-submit" data-custom-place="head" aria-label="搜索"><i data-clicked></i></button>',
      ),
    )
    expect(sent).toMatchObject([
      {
        type: 'click',
        data: {
          trackId: 'search-submit',
          elementType: 'button',
          elementText: '搜索',
          title: '搜索',
          url: '/search',
          pageKey: '/search',
          customData: { place: 'head', fr: 'wx', platform: 'ios', platformType: 'H5' },
        },
      },
    ])
  })

  test.each([
    ['a typed value', '<input track-id="x" data-clicked value="13800000000">'],
    ['a row of data', '<a track-id="x" data-clicked><b>演示公司</b><span>演示甲</span></a>'],
  ])('%s is never sent as the label of an element', (_what, html) => {
    const { tracker, sent } = openTracker()
    tracker.trackClick(addElement(html))
    expect(sent).toMatchObject([{ data: { elementText: '' } }])
  })

  test('a click outside of tracked elements is not sent', () => {
    const { tracker, sent } = openTracker()
    tracker.trackClick(addElement('<p data-clicked></p>'))
    tracker.trackClick(null)
    expect(sent).toEqual([])
  })
})

describe('SPEC §9', () => {
  test('of clicks on one element within a second the first is sent', () => {
    const { tracker, sent, clock } = openTracker()
    const element = addElement('<button track-id="a" data-clicked>一</button>')
    tracker.trackClick(element)
    tracker.trackClick(element)
    tracker.trackClick(addElement('<button track-id="b" data-clicked>二</button>'))
    clock.time += 1_000
    tracker.trackClick(addElement('<button track-id="a" data-clicked>一</button>'))
    expect(sent.map(({ data }) => data['trackId'])).toEqual(['a', 'b', 'a'])
  })
})

describe('consent', () => {
  test('undecided: page views only, without a user, and nothing is stored', async () => {
    const { tracker, sent, storage } = openTracker('undecided')
    tracker.setUser('u-1')
    tracker.trackPageview()
    tracker.trackClick(addElement('<button track-id="a" data-clicked>一</button>'))
    await tracker.checkDevice()
    expect(sent).toMatchObject([{ type: 'pageview', data: { userId: '' } }])
    expect([...storage.values]).toEqual([])
  })

  test('agreed: the id of the page views before is stored', () => {
    const { tracker, sent, storage } = openTracker('undecided')
    tracker.trackPageview()
    tracker.setConsent('agreed')
    expect(storage.values.get('web_track_device_id')).toBe(sent[0]?.data['deviceId'])
  })

  test('refused: nothing is sent, and every key of the tracker is removed', async () => {
    const { tracker, sent, sender, storage } = openTracker()
    tracker.setConsent('agreed')
    await tracker.checkDevice()
    expect([...storage.values.keys()].filter((key) => !/^(web_track_|page_tracker_)/.test(key))).toEqual([])
    tracker.setConsent('refused')
    tracker.trackPageview()
    tracker.trackClick(addElement('<button track-id="a" data-clicked>一</button>'))
    expect(sent).toEqual([])
    expect(sender.clear).toHaveBeenCalled()
    expect([...storage.values]).toEqual([])
  })

  test('refused while the fingerprint is read: nothing is stored afterwards', async () => {
    const { tracker, storage } = openTracker()
    tracker.setConsent('agreed')
    const checking = tracker.checkDevice()
    tracker.setConsent('refused')
    await checking
    expect([...storage.values]).toEqual([])
  })
})
