import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { transformFile } from '@swc/core'
import { listenOnFreePort } from '../../server/test/process/free-port.ts'
import { logInOnPage, storedAccount } from '../lib/pages.ts'
import { expect, signIn, test } from '../lib/test.ts'
import { decideTracking, ofType, recordEvents, type SentEvent } from '../lib/tracking.ts'

test.use({ isTrackingAsked: true })

const START = new Date('2026-11-23T10:00:00+08:00')
const DAY_MS = 24 * 3_600_000

/** Opens a page whose clock stands still, and lets it run just until the first page view is sent. */
async function openWithStoppedClock(page: Page, address: string, sent: readonly SentEvent[]) {
  await page.clock.install({ time: START })
  await page.clock.pauseAt(new Date(START.getTime() + 1_000))
  await page.goto(address)
  const runUntilSent = async () => {
    await page.clock.runFor(10)
    return sent.length
  }
  await expect.poll(runUntilSent, { intervals: [50] }).toBe(1)
}

/** Clicks without opening another page, and without waiting for frames, which a stopped clock does not draw. */
const clickTracked = (page: Page, trackId: string) =>
  page
    .locator(`[track-id="${trackId}"]`)
    .first()
    .evaluate((element: HTMLElement) => {
      element.addEventListener('click', (event) => event.preventDefault(), { once: true })
      element.click()
    })

/** Sends whatever a page may still want to send. */
async function settle(page: Page) {
  await page.clock.runFor(60_000)
  await page.evaluate(() => fetch('/healthz'))
}

const userIdOf = (page: Page) =>
  page.evaluate((): string => JSON.parse(localStorage.getItem('userInfo') ?? '{}').userId ?? '')

test('§4 a fingerprint that differs after 24 hours gives the device a new random id, and the hash stays', async ({
  page,
}) => {
  await decideTracking(page, 'agreed')
  const sent = await recordEvents(page)
  await page.clock.install({ time: START })
  await page.goto('/#/home')
  const stored = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  const before = await expect
    .poll(async () => (await stored())['web_track_fingerprint'])
    .toBeDefined()
    .then(stored)
  await page.evaluate(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 61 }))

  // Before the day is over nothing is compared.
  await page.clock.fastForward(DAY_MS - 3_600_000)
  expect((await stored())['web_track_fingerprint']).toBe(before['web_track_fingerprint'])
  await page.clock.fastForward(3_600_000)
  await expect.poll(() => ofType(sent, 'device_change').length).toBe(1)

  const after = await stored()
  const [change] = ofType(sent, 'device_change')
  expect(change).toMatchObject({
    oldDeviceId: before['web_track_device_id'],
    newDeviceId: after['web_track_device_id'],
    timestamp: expect.any(Number),
    reason: 'fingerprint_change',
  })
  expect(change?.['newDeviceId']).toMatch(/^[0-9a-f]{32}$/)
  expect(change?.['newDeviceId']).not.toBe(change?.['oldDeviceId'])
  const hashes = [before['web_track_fingerprint'], after['web_track_fingerprint']]
  expect(new Set(hashes).size).toBe(2)
  const text = JSON.stringify(sent)
  for (const hash of hashes) expect(text).not.toContain(hash)
  await clickTracked(page, 'tab')
  await expect.poll(() => ofType(sent, 'click').length).toBe(1)
  expect(ofType(sent, 'click')[0]).toMatchObject({ deviceId: after['web_track_device_id'] })
})

test('§4 events carry the user from the login to the logout, and agreement to 隐私政策 at login decides', async ({
  page,
  server,
}) => {
  const sent = await recordEvents(page)
  await page.clock.install()
  await page.goto('/#/login')
  await expect.poll(() => sent.length).toBe(1)
  // Two pageviews within a second are one.
  await page.clock.fastForward(1_000)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/home/)
  const userId = await userIdOf(page)
  expect(userId).not.toBe('')
  const ofHome = () => ofType(sent, 'pageview').filter(({ pageKey }) => pageKey === 'home')
  await expect.poll(() => ofHome().length).toBe(1)
  const atLogin = sent.findIndex(({ data }) => data['pageKey'] === 'home')
  expect(sent.slice(0, atLogin).every(({ data, headers }) => data['userId'] === '' && !('token' in headers))).toBe(true)
  expect(ofHome()[0]).toMatchObject({ userId })

  await page.goto('/#/user/setting')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect.poll(async () => (await storedAccount(page)).token).toBeNull()
  await page.waitForLoadState('networkidle')
  const atLogout = sent.length
  await page.getByRole('link', { name: '我的', exact: true }).click()
  await expect.poll(() => sent.length).toBeGreaterThan(atLogout)
  const ofUser = sent.slice(atLogin, sent.findIndex(({ data }) => data['trackId'] === 'confirm') + 1)
  const later = sent.slice(atLogout)
  expect(ofUser.length).toBeGreaterThan(2)
  expect(ofUser.map(({ data }) => data['userId'])).toEqual(ofUser.map(() => userId))
  expect(ofUser.every(({ headers }) => 'token' in headers)).toBe(true)
  expect(later.map(({ data }) => data['userId'])).toEqual(later.map(() => ''))
  expect(later.some(({ headers }) => 'token' in headers)).toBe(false)
})

test('§4 a login and a logout in another tab change the user of the next event', async ({ page, context, server }) => {
  await decideTracking(context, 'agreed')
  const sent = await recordEvents(page)
  await page.clock.install()
  await page.goto('/#/home')
  await expect.poll(() => sent.length).toBe(1)
  const other = await context.newPage()
  await recordEvents(other)
  await signIn(other, server)
  await other.goto('/#/home')
  await expect.poll(() => userIdOf(other)).not.toBe('')
  const userId = await userIdOf(other)
  await page.clock.fastForward(1_000)
  await page.getByRole('link', { name: '我的', exact: true }).click()
  await expect.poll(() => ofType(sent, 'pageview').length).toBe(2)
  expect(sent.slice(1).map(({ data }) => data['userId'])).toEqual(sent.slice(1).map(() => userId))

  await other.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('userInfo')
  })
  await expect(page.getByText('未登录')).toBeVisible()
  const before = sent.length
  await page.clock.fastForward(1_000)
  await page.getByRole('link', { name: '首页', exact: true }).click()
  await expect.poll(() => ofType(sent, 'pageview').length).toBe(3)
  expect(sent.slice(before).map(({ data }) => data['userId'])).toEqual(sent.slice(before).map(() => ''))
})

for (const kind of ['load', 'refresh'] as const) {
  test(`§4 page key and title are read again 100 ms after a ${kind}`, async ({ page }) => {
    await decideTracking(page, 'agreed')
    const sent = await recordEvents(page)
    await openWithStoppedClock(page, '/#/home', sent)
    if (kind === 'refresh') {
      sent.length = 0
      await openWithStoppedClock(page, '/?refreshed=1#/home', sent)
    }
    // The router does not hear of this address.
    await page.evaluate(() => window.history.replaceState(null, '', '#/user'))
    await clickTracked(page, 'tab')
    await expect.poll(() => ofType(sent, 'click').length).toBe(1)
    await page.clock.runFor(100)
    await clickTracked(page, 'search-submit')
    await expect.poll(() => ofType(sent, 'click').length).toBe(2)
    expect(ofType(sent, 'click')[0]).toMatchObject({ pageKey: 'home', title: '首页' })
    expect(ofType(sent, 'click')[1]).toMatchObject({ pageKey: 'user', title: '我的' })
  })
}

test('§5 no pageview within 1000 ms of the one before, nor one that repeats its address and source', async ({
  page,
}) => {
  const sent = await recordEvents(page)
  await openWithStoppedClock(page, '/?fr=wx#/home', sent)
  const opened = () => ofType(sent, 'pageview').map(({ url }) => url)
  const open = (hash: string) =>
    page.evaluate(async (next) => {
      const changed = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
      window.location.hash = next
      await changed
    }, hash)
  await page.clock.runFor(900)
  await open('#/user')
  await expect(page).toHaveTitle('我的 - 百企查')
  await page.clock.runFor(5_000)
  await open('#/home?keyword=secret')
  await expect(page).toHaveTitle('首页 - 百企查')
  await settle(page)
  expect(opened()).toEqual(['/home'])
  await open('#/user')
  await expect.poll(opened).toEqual(['/home', '/user'])
  await page.clock.runFor(1_000)
  await open('#/home')
  await expect.poll(opened).toEqual(['/home', '/user', '/home'])
  expect(ofType(sent, 'pageview').map(({ customData }) => customData)).toMatchObject([
    { fr: 'wx' },
    { fr: 'wx' },
    { fr: 'wx' },
  ])
})

test('§9 of clicks on one track-id within 1000 ms the first is sent, and others are not held up', async ({ page }) => {
  await decideTracking(page, 'agreed')
  const sent = await recordEvents(page)
  await openWithStoppedClock(page, '/#/home', sent)
  const began = await page.evaluate(() => Date.now())
  const clicked = () => ofType(sent, 'click').map(({ trackId, timestamp }) => [trackId, Number(timestamp) - began])
  await clickTracked(page, 'tab')
  await clickTracked(page, 'search-submit')
  await page.clock.runFor(999)
  await clickTracked(page, 'tab')
  await page.clock.runFor(1)
  await clickTracked(page, 'tab')
  await expect.poll(clicked).toEqual([
    ['tab', 0],
    ['search-submit', 0],
    ['tab', 1_000],
  ])
})

test('§9 the rest of a batch is sent as a beacon when the page is left', async ({ page }) => {
  const { code } = await transformFile(
    fileURLToPath(new URL('../../web/src/lib/tracker/event-sender.ts', import.meta.url)),
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  )
  const bodies: unknown[] = []
  // A real endpoint: interception does not see the body of a beacon.
  const endpoint = createServer((request, response) => {
    if (request.url === '/sender.js') {
      response.setHeader('content-type', 'text/javascript').end(code)
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(JSON.parse(body))
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>')
    })
  })
  const origin = `http://127.0.0.1:${await listenOnFreePort(endpoint)}`
  try {
    await page.clock.install({ time: START })
    await page.goto(`${origin}/first`)
    await page.evaluate(async () => {
      const { createEventSender } = await import(`${window.location.origin}/sender.js`)
      const sender = createEventSender({ appId: 'bqc-h5', endpoint: '/save', batchSize: 10, readToken: () => 'secret' })
      window.addEventListener('pagehide', () => sender.flush(true))
      for (let at = 0; at < 12; at += 1) sender.send('click', { at })
      sender.send('pageview', { url: '/home' })
    })
    await expect.poll(() => bodies.length).toBe(1)
    await page.goto(`${origin}/second`)
    await expect.poll(() => bodies.length).toBe(3)
    const ofClicks = (from: number, to: number) => ({
      appId: 'bqc-h5',
      type: 'click',
      data: Array.from({ length: to - from }, (_, at) => ({ at: from + at })),
    })
    expect(bodies[0]).toEqual(ofClicks(0, 10))
    expect(bodies.slice(1)).toEqual(
      expect.arrayContaining([ofClicks(10, 12), { appId: 'bqc-h5', type: 'pageview', data: { url: '/home' } }]),
    )
  } finally {
    await page.close()
    endpoint.close()
  }
})
