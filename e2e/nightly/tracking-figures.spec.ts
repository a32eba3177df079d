import type { Page } from '@playwright/test'
import { companyRows, logInOnPage, searchField } from '../lib/pages.ts'
import { runAdmin, TestServer } from '../lib/server.ts'
import { expect, test } from '../lib/test.ts'
import { decideTracking, ofType, recordEvents, recordReports, trackerKeys, trackingStrip } from '../lib/tracking.ts'

test.use({ isTrackingAsked: true })

const HOUR_MS = 3_600_000
const today = () => new Date(Date.now() + 8 * HOUR_MS).toISOString().slice(0, 10)

/** Counts the events that the page sends, by type, and those of them that the server has not accepted yet. */
function countEvents(page: Page) {
  const counts = { pageview: 0, click: 0, pending: 0 }
  const isEvent = (url: string) => url.endsWith('/userActionLog/save')
  page.on('request', (request) => {
    if (!isEvent(request.url())) return
    const { type }: { type: string } = request.postDataJSON()
    if (type === 'pageview' || type === 'click') counts[type] += 1
    counts.pending += 1
  })
  page.on('response', (response) => {
    if (isEvent(response.url()) && response.ok()) counts.pending -= 1
  })
  return counts
}

/** Cells of a row of a figure, by its first cell. */
function cellsOf(server: TestServer, figure: string, row: string | RegExp): string[] | undefined {
  const day = today()
  const printed = runAdmin(server, 'figures', 'show', '--figure', figure, '--from', day, '--to', day)
  const rows = printed.split('\n').map((line) => line.split('  '))
  return rows.find(([first = '']) => (typeof row === 'string' ? first === row : row.test(first)))
}

test('a visit from the search to the gift is in the figures, number by number', async ({ page }) => {
  const server = await TestServer.create()
  try {
    await server.start()
    await decideTracking(page, 'agreed')
    const sent = countEvents(page)
    await page.clock.install()
    /** Two pageviews within a second are one. */
    const pageview = async (count: number) => {
      await expect.poll(() => sent.pageview).toBe(count)
      await page.clock.fastForward(1_000)
    }
    await page.goto(`${server.baseUrl}/#/home`)
    await pageview(1)
    // The login opens within a second of the search, and the return repeats the search: neither is a pageview.
    await page.goto(`${server.baseUrl}/#/search`)
    await expect(page).toHaveURL(/#\/login/)
    await pageview(2)
    await logInOnPage(page, server)
    await expect(page).toHaveURL(/#\/search$/)
    await searchField(page).fill('比亚迪')
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(/#\/search\/result/)
    await pageview(3)
    await companyRows(page).first().click()
    await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
    await pageview(4)
    await page.goto(`${server.baseUrl}/#/home`)
    await pageview(5)
    const gift = page.getByRole('dialog', { name: '新用户会员礼' })
    await gift.getByRole('button', { name: '求职者', exact: true }).click()
    await gift.getByRole('button', { name: '展开所属行业', exact: true }).click()
    await gift.getByRole('button', { name: '金融业', exact: true }).click()
    await gift.getByRole('button', { name: '立即领取', exact: true }).click()
    const guide = page.getByRole('dialog', { name: '您已是百企查会员' })
    await guide.getByRole('button', { name: '关闭' }).click()
    await expect(guide).toBeHidden()
    await expect.poll(() => sent.pending).toBe(0)
    await page.goto('about:blank')
    const clicks = sent.click
    expect(clicks).toBeGreaterThan(5)

    // The end of the server stores what its queue still has.
    await server.stop()
    const day = today()
    const figures = ['1', '1', '1', '5', String(clicks)]
    expect(cellsOf(server, 'overview', day)).toEqual([day, ...figures])
    expect(cellsOf(server, 'overview', '合计')).toEqual(['合计', ...figures])
    // The login precedes the search, so that the steps in order end before it.
    const inOrder = { 搜索: '1', 结果: '1', 企业页: '1', 登录: '0', 领礼: '0' }
    for (const [step, visits] of Object.entries(inOrder)) {
      expect(cellsOf(server, 'funnel', step)).toEqual([step, visits, visits, '1', '1'])
    }
    // Groups of fewer than five people are one.
    const merged = /^其他（\d+ 项，各少于 5 人）$/
    expect(cellsOf(server, 'pages', merged)?.slice(1, 3)).toEqual(['5', '1'])
    expect(cellsOf(server, 'clicks', merged)?.slice(1)).toEqual([String(clicks), '1'])
    expect(cellsOf(server, 'sources', merged)?.slice(1)).toEqual(['1', '1', '1'])
    expect(cellsOf(server, 'devices', merged)?.slice(1)).toEqual(['1', '1'])
    expect(cellsOf(server, 'ingest', day)).toEqual([day, '5', String(clicks), '0', '0', '0', '0'])
  } finally {
    await page.close()
    await server.dispose()
  }
})

/** Fails as code of the page does: in tasks of its own. */
const failInPage = (page: Page, kind: 'error' | 'rejection' | 'preload', text: string) =>
  page.evaluate(
    ([how, message]) => {
      const preload = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
        payload: new Error(message),
      })
      if (how === 'error') setTimeout(() => window.reportError(new TypeError(message)))
      else if (how === 'rejection') void Promise.reject(new RangeError(message))
      else window.dispatchEvent(preload)
    },
    [kind, text] as const,
  )

const SECRET = 'https://example.test/a?token=canary-a 13800138000 演示公司 0123456789abcdef0123456789abcdef'

test('an uncaught error and a rejection are reported once per visit, without data', async ({ page }) => {
  const sent = await recordEvents(page)
  const reports = await recordReports(page)
  await page.goto('/#/home')
  await expect.poll(() => sent.length).toBe(1)
  for (let times = 0; times < 3; times += 1) {
    await failInPage(page, 'error', SECRET)
    await failInPage(page, 'rejection', SECRET)
  }
  await failInPage(page, 'error', 'another')
  await expect.poll(() => reports.filter(({ data }) => String(data['text']).includes('another')).length).toBe(1)
  expect(reports.map(({ type }) => type)).toEqual(['error', 'rejection', 'error'])
  expect(reports[0]).toMatchObject({ appId: 'bqc-h5', data: { pageKey: 'home', platformType: 'H5' } })
  expect(String(reports[0]?.data['text'])).toContain('TypeError: https://example.test/a?… …')
  expect(JSON.stringify(reports)).not.toMatch(/canary|138001|演示|0123456789abcdef/)
})

test('an error before the code of the tracker has loaded is reported, and a refused device reports none', async ({
  page,
  context,
}) => {
  const reports = await recordReports(page)
  await page.goto('/#/home', { waitUntil: 'commit' })
  await page.addInitScript(() => {
    if (window.location.search === '?fails') window.addEventListener('load', () => Promise.reject(new Error('early')))
  })
  await page.goto('/?fails#/home')
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]).toMatchObject({ type: 'rejection' })

  const refused = await context.newPage()
  await decideTracking(refused, 'refused')
  const none = await recordReports(refused)
  await refused.goto('/#/home')
  await expect(refused.getByRole('tab').first()).toBeVisible()
  await refused.waitForLoadState('networkidle')
  await failInPage(refused, 'error', 'late')
  await refused.waitForLoadState('networkidle')
  await refused.evaluate(() => fetch('/healthz'))
  expect(none).toEqual([])
})

test('refused reports have no effect and are not repeated', async ({ page }) => {
  const sent = await recordEvents(page)
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  const texts: string[] = []
  await page.route('**/clientReport/save', (route) => {
    texts.push(route.request().postDataJSON().data.text)
    return route.fulfill({ status: 429, json: { code: 429 } })
  })
  // Chromium may report a fault of its own, as of a busy ResizeObserver.
  const reported = () => texts.flatMap((text) => text.match(/first|second/)?.[0] ?? [])
  await page.clock.install()
  await page.goto('/#/home')
  await expect.poll(() => sent.length).toBe(1)
  for (const fault of ['first', 'second', 'first']) await failInPage(page, 'error', fault)
  await expect.poll(reported).toEqual(['first', 'second'])
  await page.clock.runFor(60_000)
  await page.waitForLoadState('networkidle')
  expect(reported()).toEqual(['first', 'second'])
  expect(failures).toEqual(['first', 'second', 'first'])
})

for (const decision of ['agreed', 'undecided'] as const) {
  test(`measured times are ${decision === 'agreed' ? 'sent after agreement' : 'not sent before agreement'}`, async ({
    page,
  }) => {
    if (decision === 'agreed') await decideTracking(page, decision)
    const sent = await recordEvents(page)
    const reports = await recordReports(page)
    await page.goto('/#/home')
    await expect.poll(() => sent.length).toBe(1)
    // The largest paint is final with the click: before a row is painted there is none.
    await expect(companyRows(page).first()).toBeVisible()
    await page.getByRole('link', { name: '我的', exact: true }).click()
    await expect(page.getByText('未登录')).toBeVisible()
    if (decision === 'undecided') {
      await page.waitForLoadState('networkidle')
      expect(reports).toEqual([])
      return
    }
    const names = () => new Set(reports.map(({ data }) => data['name']))
    await expect.poll(names).toEqual(new Set(['TTFB', 'FCP', 'LCP']))
    expect(reports.every(({ type, data }) => type === 'vital' && typeof data['value'] === 'number')).toBe(true)
  })
}

test('TRACKING_CONSENT=host: no strip, all events from the start, until 统计 is switched off', async ({ page }) => {
  const server = await TestServer.create({ TRACKING_CONSENT: 'host' })
  try {
    await server.start()
    const sent = await recordEvents(page)
    await page.clock.install()
    await page.goto(`${server.baseUrl}/#/home`)
    await expect.poll(() => sent.length).toBe(1)
    // Two pageviews within a second are one.
    await page.clock.fastForward(1_000)
    await page.getByRole('link', { name: '我的', exact: true }).click()
    await expect.poll(() => sent.map(({ type }) => type)).toEqual(['pageview', 'click', 'pageview'])
    await expect(trackingStrip(page)).toHaveCount(0)
    expect(await trackerKeys(page)).toContain('web_track_device_id')
    await page.reload()
    await expect.poll(() => ofType(sent, 'pageview').length).toBe(3)
    await expect(trackingStrip(page)).toHaveCount(0)
  } finally {
    await page.close()
    await server.dispose()
  }
})
