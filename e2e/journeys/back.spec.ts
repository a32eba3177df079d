import type { Page } from '@playwright/test'
import { companyRows, expectLoaded, openResults } from '../lib/pages.ts'
import { kindsWithPages, listPathOf } from '../lib/records.ts'
import { expect, signInAll, test } from '../lib/test.ts'

const user = signInAll()

const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

const goBack = (page: Page) => page.getByRole('button', { name: '返回' }).first().click()

/**
 * Scrolls the link to the middle of the window and follows it. Returns the position that the reader left, read in the
 * same task as the click: a section that loads in between would move the page.
 */
const leaveBy = (page: Page, href: string): Promise<number> =>
  page
    .locator(`a[href="${href}"]:visible`)
    .first()
    .evaluate((link: HTMLElement) => {
      link.scrollIntoView({ block: 'center' })
      const left = Math.round(window.scrollY)
      link.click()
      return left
    })

async function expectPosition(page: Page, left: number) {
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - left)).toBeLessThanOrEqual(2)
}

test('each section of a company page is left to its top, and back restores the position', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto(`/#/company/detail?id=${user.lanshan}&tab=overview`)
  const sections = [
    { title: '工商信息', href: `#/overview/businessInfo?id=${user.lanshan}` },
    ...kindsWithPages.map((kind) => ({ title: kind.title, href: listPathOf(kind, user.lanshan).replace('/#', '#') })),
  ]
  const positions: number[] = []
  for (const { title, href } of sections) {
    await expect(page.getByRole('tab', { name: '概览', selected: true })).toBeVisible()
    const left = await leaveBy(page, href)
    positions.push(left)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectLoaded(page)
    expect(await scrollPosition(page), title).toBe(0)
    await page.evaluate(() => window.scrollTo(0, 300))
    await goBack(page)
    await expectPosition(page, left)
  }
  expect(Math.max(...positions)).toBeGreaterThan(200)
})

test('a tab of a company page keeps its position, and back from a record of the tab restores it', async ({ page }) => {
  await page.goto(`/#/company/detail?id=${user.lanshan}&tab=overview`)
  await expectLoaded(page)
  await page.evaluate(() => window.scrollTo(0, 250))
  await page.getByRole('tab', { name: /法律风险/ }).click()
  await expect(page.getByRole('tab', { name: /法律风险/, selected: true })).toBeVisible()
  await expectLoaded(page)
  await page.waitForLoadState('networkidle')
  const link = page.locator('#company-panel a:visible').last()
  const left = await leaveBy(page, (await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('tab', { name: /法律风险/ })).toHaveCount(0)
  await expectLoaded(page)
  await goBack(page)
  await expect(page.getByRole('tab', { name: /法律风险/, selected: true })).toBeVisible()
  await expectPosition(page, left)
})

test('back from a record restores the position of its list', async ({ page }) => {
  const kind = kindsWithPages.find(({ key }) => key === 'judicialDocument')
  if (kind === undefined) throw new Error('judicialDocument has no page')
  await page.goto(listPathOf(kind, user.lanshan))
  await expect(page.locator('article').first()).toBeVisible()
  const link = page.locator('article a:visible').last()
  const left = await leaveBy(page, (await link.getAttribute('href')) ?? '')
  expect(left).toBeGreaterThan(100)
  await expect(page.getByRole('heading', { level: 1, name: `${kind.title}详情` })).toBeVisible()
  await expectLoaded(page)
  expect(await scrollPosition(page)).toBe(0)
  await goBack(page)
  await expectPosition(page, left)
})

test('back restores the position of 我的', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 420 })
  await page.goto('/#/user')
  // What arrives above the link before the next page opens moves the position that is saved.
  await page.waitForLoadState('networkidle')
  const left = await leaveBy(page, '#/user/setting')
  expect(left).toBeGreaterThan(50)
  await expect(page.getByRole('heading', { level: 1, name: '账号设置' })).toBeVisible()
  expect(await scrollPosition(page)).toBe(0)
  await goBack(page)
  await expectPosition(page, left)
})

test('the back bar goes back after an address typed by hand, and Home from the first page of the tab', async ({
  page,
}) => {
  await page.goto('/#/companyList')
  await expect(companyRows(page).first()).toBeVisible()
  await openResults(page, '银行')
  await expect(companyRows(page).first()).toContainText('银行')
  await page.goto('/#/user/setting')
  await expect(page.getByRole('heading', { level: 1, name: '账号设置' })).toBeVisible()
  await goBack(page)
  await expect(page).toHaveURL(/search\/result/)
  await goBack(page)
  await expect(page).toHaveURL(/companyList/)
  await goBack(page)
  await expect(page).toHaveURL(/home/)
})
