import type { Page } from '@playwright/test'
import { expect, test } from '../lib/test.ts'

test.use({ isTrackingAsked: true })

type Sent = { type: string; data: Record<string, unknown>; headers: Record<string, string> }

/** Takes the place of the endpoint and records what is sent. */
async function record(page: Page, status = 200): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route('**/userActionLog/save', async (route) => {
    const request = route.request()
    sent.push({ ...request.postDataJSON(), headers: request.headers() })
    await route.fulfill({ status, json: { code: 0, message: '', data: null } })
  })
  await page.route('**/clientReport/save', (route) => route.fulfill({ json: { code: 0, message: '', data: null } }))
  return sent
}

const strip = (page: Page) => page.getByRole('region', { name: '使用统计' })
const trackerKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^(web_track_|page_tracker_)/.test(key)))
const decide = (page: Page, decision: 'agreed' | 'refused') =>
  page.addInitScript((value) => localStorage.setItem('trackingConsent', value), decision)
const ofType = (sent: readonly Sent[], type: string) => sent.filter((one) => one.type === type).map(({ data }) => data)

test('§4 an undecided visit sends pageviews only and stores nothing; the strip covers no content', async ({ page }) => {
  const sent = await record(page)
  await page.goto('/?fr=poster#/home?keyword=secret&id=1')
  await expect(strip(page)).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ appId: 'bqc-h5', type: 'pageview' })
  expect(sent[0]?.data).toMatchObject({
    title: '首页',
    pageKey: 'home',
    url: '/home?id=1',
    isFirst: true,
    userId: '',
    screen: '375x812',
    platform: expect.stringMatching(/ios|linux|android/),
    swiftNumber: expect.stringMatching(/^\d{13}$/),
    customData: { fr: 'poster', platformType: 'H5' },
  })
  await page.getByRole('link', { name: '我的' }).click()
  await expect.poll(() => ofType(sent, 'pageview').length).toBe(2)
  expect(sent[1]?.data).toMatchObject({ pageKey: 'user', isFirst: false, referrer: '/home?id=1' })
  expect(sent.every(({ type }) => type === 'pageview')).toBe(true)
  expect(await trackerKeys(page)).toEqual([])
  const below = await page.evaluate(() => {
    const question = document.querySelector('section[aria-label="使用统计"]')?.getBoundingClientRect()
    const mains = Array.from(document.querySelectorAll('main'))
    const main = mains.find(({ offsetHeight }) => offsetHeight > 0)?.getBoundingClientRect()
    return main !== undefined && question !== undefined && main.top >= question.bottom - 1
  })
  expect(below).toBe(true)
})

test('§3 after 同意 clicks are sent with the label of the element, and the device id is stored', async ({ page }) => {
  const sent = await record(page)
  await page.goto('/#/home')
  await strip(page).getByRole('button', { name: '同意', exact: true }).click()
  await expect(strip(page)).toBeHidden()
  expect(await trackerKeys(page)).toContain('web_track_device_id')
  await page.getByRole('link', { name: '我的' }).click()
  await expect.poll(() => ofType(sent, 'click').length).toBe(1)
  expect(ofType(sent, 'click')[0]).toMatchObject({
    trackId: 'tab',
    elementType: 'a',
    elementText: '我的',
    pageKey: 'home',
    title: '首页',
    url: '/home',
  })
  await expect(page.getByText('未登录')).toBeVisible()
  await page.reload()
  await expect(page.getByText('未登录')).toBeVisible()
  await expect(strip(page)).toBeHidden()
})

test('§4 after 不同意 nothing is sent any more, and the keys of the tracker are removed', async ({ page }) => {
  const sent = await record(page)
  await page.goto('/#/home')
  await strip(page).getByRole('button', { name: '不同意' }).click()
  await expect(strip(page)).toBeHidden()
  const before = sent.length
  await page.getByRole('link', { name: '我的' }).click()
  await expect(page.getByText('未登录')).toBeVisible()
  await page.reload()
  await expect(page.getByText('未登录')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(sent.length).toBe(before)
  expect(await trackerKeys(page)).toEqual([])
})

test('§6 统计 in 账号设置 stops the events', async ({ userPage: page }) => {
  await decide(page, 'agreed')
  const sent = await record(page)
  await page.goto('/#/user/setting')
  const statistics = page.getByRole('switch', { name: '统计' })
  await expect(statistics).toBeChecked()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await statistics.click()
  await expect(statistics).not.toBeChecked()
  expect(await trackerKeys(page)).toEqual([])
})

test('§9 repeated clicks on one element within a second are one event', async ({ page }) => {
  await decide(page, 'agreed')
  const sent = await record(page)
  await page.goto('/#/home')
  await expect.poll(() => sent.length).toBe(1)
  const tab = page.getByRole('tab').first()
  await tab.dblclick()
  await expect.poll(() => ofType(sent, 'click').length).toBe(1)
})

test('§3 no event contains a token, a key, a first login or a keyword', async ({ userPage: page }) => {
  await decide(page, 'agreed')
  const sent = await record(page)
  await page.goto('/#/search/result?keyword=比亚迪&key=abc&isFirstLogin=true')
  await page
    .getByRole('link', { name: /比亚迪股份有限公司/ })
    .first()
    .click()
  await expect(page).toHaveURL(/company\/detail/)
  await expect.poll(() => ofType(sent, 'click').length).toBe(1)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const text = JSON.stringify(sent.map(({ data }) => data))
  expect(text).not.toContain(token)
  expect(text).not.toMatch(/keyword|key=|isFirstLogin|比亚迪|%E6/)
  expect(ofType(sent, 'click')[0]).toMatchObject({ trackId: 'company-row', elementText: '' })
})

for (const status of [400, 429, 500, 503]) {
  test(`§7 the answer ${status} has no visible effect and is not repeated`, async ({ page }) => {
    await decide(page, 'agreed')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const sent = await record(page, status)
    await page.goto('/#/home')
    await expect.poll(() => sent.length).toBe(1)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('progressbar')).toBeHidden()
    expect(sent).toHaveLength(1)
    expect(errors).toEqual([])
  })
}
