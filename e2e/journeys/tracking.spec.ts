import type { Page } from '@playwright/test'
import { expect, test } from '../lib/test.ts'
import { decideTracking, ofType, recordEvents, trackerKeys, trackingStrip } from '../lib/tracking.ts'

test.use({ isTrackingAsked: true })

test('§4 an undecided visit sends pageviews only and stores nothing; the bar moves no content', async ({ page }) => {
  const sent = await recordEvents(page)
  await page.clock.install()
  await page.goto('/?fr=poster#/home?keyword=secret&id=1')
  await expect(trackingStrip(page)).toBeVisible()
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
  // Two pageviews within a second are one.
  await page.clock.fastForward(1_000)
  await page.getByRole('link', { name: '我的' }).click()
  await expect.poll(() => ofType(sent, 'pageview').length).toBe(2)
  expect(sent[1]?.data).toMatchObject({ pageKey: 'user', isFirst: false, referrer: '/home?id=1' })
  expect(sent.every(({ type }) => type === 'pageview')).toBe(true)
  expect(await trackerKeys(page)).toEqual([])
  const places = await page.evaluate(() => {
    const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const main = Array.from(document.querySelectorAll('main')).find(({ offsetHeight }) => offsetHeight > 0)
    const question = edges('section[aria-label="使用统计"]')
    return [main?.getBoundingClientRect().top, (question?.bottom ?? 0) <= (edges('nav[aria-label="主导航"]')?.top ?? 0)]
  })
  expect(places).toEqual([0, true])
})

test('§3 after 同意 clicks are sent with the label of the element, and the device id is stored', async ({ page }) => {
  const sent = await recordEvents(page)
  await page.goto('/#/home')
  // The tracker runs: it would else read the click on 同意 after the answer.
  await expect.poll(() => ofType(sent, 'pageview').length).toBe(1)
  await trackingStrip(page).getByRole('button', { name: '同意', exact: true }).click()
  await expect(trackingStrip(page)).toBeHidden()
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
  await expect(trackingStrip(page)).toBeHidden()
})

test('nothing is shown before the text of the question, and no content moves when it appears', async ({ page }) => {
  const sent = await recordEvents(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/tracking-question.*\.js$/, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto('/#/home')
  await expect(page.getByRole('tab').first()).toBeVisible()
  const places = () =>
    page.evaluate(() =>
      Array.from(
        document.querySelectorAll('main h1, main form, main [role="tab"]'),
        (one) => one.getBoundingClientRect().top,
      ),
    )
  const agree = trackingStrip(page).getByRole('button', { name: '同意', exact: true })
  await expect(trackingStrip(page)).toHaveCount(0)
  await expect.poll(() => sent.length).toBe(1)
  const before = await places()
  release()
  await expect(agree).toBeVisible()
  expect(await places()).toEqual(before)
})

for (const width of [320, 375]) {
  for (const isElder of [false, true]) {
    const tag = width === 320 && isElder ? [] : '@nightly'
    test(`the question fits its place at ${width} px${isElder ? ' in elder mode' : ''}`, { tag }, async ({ page }) => {
      await recordEvents(page)
      await page.setViewportSize({ width, height: 812 })
      await page.goto('/#/home')
      if (isElder) await page.evaluate(() => document.documentElement.setAttribute('data-elder', ''))
      await expect(trackingStrip(page).getByRole('button', { name: '同意', exact: true })).toBeVisible()
      const overflow = await trackingStrip(page).evaluate((strip) => {
        const { top, bottom, left, right } = strip.getBoundingClientRect()
        return Array.from(strip.querySelectorAll('p, a, button'))
          .map((part) => part.getBoundingClientRect())
          .filter((part) => part.top < top || part.bottom > bottom || part.left < left || part.right > right).length
      })
      expect(overflow).toBe(0)
    })
  }
}

test('a visitor who agreed switches 统计 off in 我的', async ({ page }) => {
  await decideTracking(page, 'agreed')
  await recordEvents(page)
  await page.goto('/#/user')
  const statistics = page.getByRole('switch', { name: '使用统计' })
  await expect(statistics).toBeChecked()
  await statistics.click()
  await expect(statistics).not.toBeChecked()
  await expect.poll(() => trackerKeys(page)).toEqual([])
  await page.reload()
  await expect(statistics).not.toBeChecked()
})

test('§4 after 不同意 nothing is sent any more, and the keys of the tracker are removed', async ({ page }) => {
  const sent = await recordEvents(page)
  await page.goto('/#/home')
  await trackingStrip(page).getByRole('button', { name: '不同意' }).click()
  await expect(trackingStrip(page)).toBeHidden()
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
  await decideTracking(page, 'agreed')
  const sent = await recordEvents(page)
  await page.goto('/#/user/setting')
  const statistics = page.getByRole('switch', { name: '使用统计' })
  await expect(statistics).toBeChecked()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await statistics.click()
  await expect(statistics).not.toBeChecked()
  expect(await trackerKeys(page)).toEqual([])
})

test('§9 repeated clicks on one element within a second are one event', async ({ page }) => {
  await decideTracking(page, 'agreed')
  const sent = await recordEvents(page)
  await page.goto('/#/home')
  await expect.poll(() => sent.length).toBe(1)
  const tab = page.getByRole('tab').first()
  await tab.dblclick()
  await expect.poll(() => ofType(sent, 'click').length).toBe(1)
})

test('§3 no event contains a token, a key, a first login or a keyword', async ({ userPage: page }) => {
  await decideTracking(page, 'agreed')
  const sent = await recordEvents(page)
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

/** Notes every text of a toast and every progress bar from now on. */
async function noteChanges(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const changes: string[] = []
    const note = () => {
      const toast = document.querySelector('output')?.textContent ?? ''
      if (toast !== '') changes.push(toast)
      if (document.querySelector('progress') !== null) changes.push('progress')
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
    return changes
  })
  return () => noted.jsonValue()
}

for (const failure of [400, 429, 500, 503, 'aborted'] as const) {
  const tag = failure === 500 || failure === 'aborted' ? [] : '@nightly'
  test(`§7 a failed request (${failure}) causes no toast, retry, console error or progress bar`, { tag }, async ({
    page,
  }) => {
    await decideTracking(page, 'agreed')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The browser itself notes every failed request, which no page can prevent.
      const isOfBrowser = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isOfBrowser) errors.push(message.text())
    })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let requests = 0
    await page.route(/userActionLog\/save|clientReport\/save/, async (route) => {
      if (route.request().url().includes('userActionLog')) requests += 1
      await answered
      await (failure === 'aborted' ? route.abort() : route.fulfill({ status: failure, json: { code: failure } }))
    })
    await page.clock.install()
    // A page without calls of its own.
    await page.goto('/#/user/about')
    await expect.poll(() => requests).toBe(1)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const shown = await noteChanges(page)
    answer()
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(60_000)
    expect(await shown()).toEqual([])
    expect(requests).toBe(1)
    expect(errors).toEqual([])
  })
}
