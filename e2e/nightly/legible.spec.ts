import type { BrowserContext, Page } from '@playwright/test'
import { expectToFit } from '../lib/accessible.ts'
import { captchaPicture, companyRows, consentBox, fillMobile, searchField } from '../lib/pages.ts'
import type { TestServer } from '../lib/server.ts'
import { companyIdOf } from '../lib/session.ts'
import { expect, signIn, test } from '../lib/test.ts'

const MINIMUM_TEXT = 11
const MINIMUM_TARGET = 44

/** Texts whose computed size is under the minimum, in CSS pixels. */
const smallTexts = (page: Page) =>
  page.evaluate((minimum) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (parent === null || text === '' || !parent.checkVisibility()) continue
      const size = Number.parseFloat(getComputedStyle(parent).fontSize)
      if (size < minimum - 0.01) found.add(`${size} ${text.slice(0, 20)}`)
    }
    return [...found]
  }, MINIMUM_TEXT)

/**
 * Controls whose hit area, with the invisible extension, is under the minimum in width or height. Links within a
 * sentence are exempt (WCAG 2.5.8).
 */
const smallTargets = (page: Page) =>
  page.evaluate((minimum) => {
    const selector = 'a[href], button, input, [role="tab"], [role="checkbox"]'
    const found: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>(selector)) {
      if (!one.checkVisibility() || one.closest('[aria-hidden="true"]') !== null) continue
      if (one.matches('p a, p button, li a') && getComputedStyle(one).display.startsWith('inline')) continue
      const box = one.getBoundingClientRect()
      // The label around a checkbox passes a tap on, as does the field around an input.
      const extension = getComputedStyle(one.closest('label') ?? one, '::after')
      const isExtended = extension.content !== 'none' && extension.position === 'absolute'
      const field =
        one.tagName === 'INPUT' ? one.parentElement?.closest('label, form, div')?.getBoundingClientRect() : undefined
      const sizeOf = (side: 'width' | 'height') =>
        Math.max(box[side], field?.[side] ?? 0, isExtended ? Number.parseFloat(extension[side]) || 0 : 0)
      const [width, height] = [sizeOf('width'), sizeOf('height')]
      if (Math.min(width, height) < minimum - 0.5) {
        const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 16) ?? ''
        found.push(`${one.tagName} ${name} ${Math.round(width)}×${Math.round(height)}`)
      }
    }
    return found
  }, MINIMUM_TARGET)

const bank = `keyword=${encodeURIComponent('银行')}`

const pages = [
  { path: '/#/home', ready: (page: Page) => companyRows(page).first() },
  { path: '/#/search', ready: searchField },
  { path: `/#/search/result?${bank}`, ready: (page: Page) => companyRows(page).first() },
  { path: '/#/companyList?tab=latest', ready: (page: Page) => companyRows(page).first() },
  { path: '/#/riskSearch', ready: (page: Page) => page.getByRole('searchbox') },
  { path: `/#/riskList?keyword=${encodeURIComponent('演示')}`, ready: (page: Page) => companyRows(page).first() },
  { path: '/#/user', ready: (page: Page) => page.getByRole('button', { name: '退出登录' }) },
  { path: '/#/user/resetPassword', ready: captchaPicture },
]

const firstArticle = (page: Page) => page.locator('article').first()
const selectedTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name, selected: true })

/** Pages of a company, whose name in braces stands for its id. */
const companyTabs = ['比亚迪股份有限公司', '澜山演示贸易有限公司'].flatMap((name) => [
  { path: `/#/company/detail?id={${name}}`, ready: selectedTab(/^概览/) },
  { path: `/#/company/detail?tab=legalRisk&id={${name}}`, ready: selectedTab(/^法律风险/) },
  { path: `/#/company/detail?tab=businessRisk&id={${name}}`, ready: selectedTab(/^经营风险/) },
  { path: `/#/company/detail?tab=change&id={${name}}`, ready: selectedTab(/^变更记录/) },
])
const companyLists = [
  { path: '/#/overview/shareholderInfo?id={松原演示新材料股份有限公司}', ready: firstArticle },
  { path: '/#/overview/overseasInvest?id={松原演示新材料股份有限公司}', ready: firstArticle },
  { path: '/#/overview/changeRecord?id={澜山演示贸易有限公司}', ready: firstArticle },
  { path: '/#/legalRisk/dishonestExecutor?companyId={澜山演示贸易有限公司}', ready: firstArticle },
]

async function openForCompany(page: Page, server: TestServer, path: string) {
  const token = await signIn(page, server)
  const [, name = ''] = /\{(.+)\}/.exec(path) ?? []
  await page.goto(path.replace(`{${name}}`, await companyIdOf(server, token, name)))
}

const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

test.describe('at a width of 320', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  for (const { path, ready } of pages) {
    test(`${path} has no text under ${MINIMUM_TEXT} px and no target under ${MINIMUM_TARGET} px`, async ({
      userPage: page,
    }) => {
      await page.goto(path)
      await expect(ready(page)).toBeVisible()
      expect(await smallTexts(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
    })
  }

  test('login has no text under 11 px and no target under 44 px', async ({ page }) => {
    await page.goto('/#/login')
    await expect(captchaPicture(page)).toBeVisible()
    expect(await smallTexts(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  })

  for (const { path, ready } of [...companyTabs, ...companyLists]) {
    test(`${path} has no text under ${MINIMUM_TEXT} px and no target under ${MINIMUM_TARGET} px`, async ({
      page,
      server,
    }) => {
      await openForCompany(page, server, path)
      await expect(ready(page)).toBeVisible()
      expect(await smallTexts(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
    })
  }

  test('a record has no text under 11 px and no target under 44 px', async ({ page, server }) => {
    await openForCompany(page, server, '/#/legalRisk/dishonestExecutor?companyId={澜山演示贸易有限公司}')
    await page.getByRole('link', { name: /详情/ }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /详情/ })).toBeVisible()
    expect(await smallTexts(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  })

  test('a marker of a change stays on one line', async ({ page, server }) => {
    await openForCompany(page, server, '/#/overview/changeRecord?id={云帆演示建筑工程有限公司}')
    const markers = page.locator('dd small').filter({ hasText: /^(新增|退出)$/ })
    await expect(markers.first()).toBeVisible()
    for (const marker of await markers.all()) {
      expect(await marker.evaluate((one) => one.getClientRects().length)).toBe(1)
    }
  })

  test('elder mode scales by 1.3', async ({ page }) => {
    await page.goto('/#/home')
    expect(await rootSize(page)).toBe(16)
    await page.evaluate(() => document.documentElement.setAttribute('data-elder', ''))
    expect(await rootSize(page)).toBeCloseTo(20.8)
  })
})

test('a phone held sideways keeps two thirds of its height for the page', async ({ page }) => {
  await page.setViewportSize({ width: 812, height: 375 })
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  const bar = await page.getByRole('navigation', { name: '主导航' }).boundingBox()
  expect(bar?.height).toBe(MINIMUM_TARGET)
  await page.goto('/#/companyList?tab=latest')
  await expect(companyRows(page).first()).toBeVisible()
  const head = await page
    .locator('header')
    .filter({ has: page.getByRole('button', { name: '返回' }) })
    .boundingBox()
  expect(head?.height).toBe(MINIMUM_TARGET)
})

test.describe('on a screen with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('a code beside the column opens the page on a phone', async ({ page }) => {
    await page.goto('/#/user/about')
    const aside = page.getByRole('complementary', { name: '用手机打开' })
    await expect(aside).toBeVisible()
    const column = await page.locator('main').boundingBox()
    const box = await aside.boundingBox()
    expect(box?.x).toBeGreaterThan((column?.x ?? 0) + (column?.width ?? 0))
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect(aside).toBeHidden()
  })
})

test('on a wide screen hairlines mark the edges of the column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/#/home')
  const shadow = () => page.evaluate(() => getComputedStyle(document.body).boxShadow)
  await expect.poll(shadow).toContain('1px')
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await shadow()).toBe('none')
})

/** Sets the font size of the browser, as its settings do. */
async function setBrowserFont(context: BrowserContext, page: Page, size: number) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Page.enable')
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
}

test('elder mode fits a width of 320', async ({ userPage: page }) => {
  await page.addInitScript(() => localStorage.setItem('appearance', '{"theme":"system","isElder":true}'))
  for (const { path, ready } of pages) {
    await page.goto(path)
    await expect(ready(page)).toBeVisible()
    await expectToFit(page, path, [320])
  }
})

test('a toast lies in the lower third, over no field, and ends with its page', async ({ page }) => {
  await page.route(/sendSmsCodeNoLogin/, (route) =>
    route.fulfill({ json: { code: 429, message: '发送过于频繁', data: null } }),
  )
  await page.goto('/#/login')
  await expect(captchaPicture(page)).toBeVisible()
  await consentBox(page).check()
  await fillMobile(page, '13800000000')
  await page.getByLabel('图形验证码', { exact: true }).fill('abcd')
  await page.getByRole('button', { name: '获取验证码' }).click()
  const toast = page.getByText('发送过于频繁')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.y).toBeGreaterThan((812 * 2) / 3)
  const field = await page.getByLabel('短信验证码').boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(box?.y ?? 0)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveURL(/#\/home/)
  expect(await toast.count()).toBe(0)
})

for (const size of [20, 24]) {
  test(`a font size of ${size} px set in the browser is respected, and the pages fit`, async ({
    userPage: page,
    context,
  }) => {
    await setBrowserFont(context, page, size)
    for (const { path, ready } of pages) {
      await page.goto(path)
      await expect(ready(page)).toBeVisible()
      expect(await rootSize(page)).toBe(size)
      await expectToFit(page, path, [375])
    }
  })
}

const loadingPages = [
  `/#/search/result?${bank}`,
  '/#/companyList?tab=latest',
  `/#/riskList?${bank}`,
  '/#/company/detail?id=1',
  '/#/overview/shareholderInfo?id=1',
  '/#/legalRisk/dishonestExecutor?companyId=1',
]

test('the pages fit at a font size of 24 px while they load', async ({ userPage: page, context }) => {
  await setBrowserFont(context, page, 24)
  await page.goto('/#/search')
  await page.route(/\/api\//, () => undefined)
  for (const path of loadingPages) {
    await page.goto(path)
    // Without the new document the skeleton of the previous page would be found.
    await page.reload()
    await expect(page.locator('[aria-busy="true"]').filter({ visible: true }).first()).toBeVisible()
    await expectToFit(page, path, [375])
  }
})
