import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { HOSTILE, serveHostileRecords } from '../lib/hostile.ts'
import { logInOnPage } from '../lib/pages.ts'
import { findRecordPlaces, listPaths, type RecordPlace } from '../lib/records.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

/** Has records of nearly every kind, in every status. */
const LANSHAN = '澜山演示贸易有限公司'
/** Covered by every source, without a record of risk. */
const WITHOUT_RECORDS = '瑞禾演示科技有限公司'
/** A real company, covered by no source of risks. */
const NOT_COVERED = '贵州茅台酒股份有限公司'

let token = ''
let places: readonly RecordPlace[] = []

test.beforeAll(async ({ server }) => {
  token = await createSession(server)
  places = await findRecordPlaces(server, token, await companyIdOf(server, token, LANSHAN))
})

test.beforeEach(({ page }) => signInAs(page, token))

const expectLoaded = (page: Page) => expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0)

/** Opens the path and waits until the page and its data are shown. */
async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('演示数据').first()).toBeVisible()
  await expectLoaded(page)
}

const setLargeText = (page: Page, isElder: boolean) =>
  page.evaluate(
    (elder) => localStorage.setItem('appearance', JSON.stringify({ theme: 'auto', isElder: elder })),
    isElder,
  )

/** Paths of every kind: its list, then one record if records have a page. */
const recordPages = () =>
  places.flatMap(({ title, list, detail }) => [
    { path: list, title },
    ...(detail === null ? [] : [{ path: detail, title: `${title}详情` }]),
  ])

const widths = [375, 320]

test('every record page is accessible in light and dark, and fits widths of 320 and 375', async ({ page }) => {
  test.setTimeout(240_000)
  for (const { path, title } of recordPages()) {
    await open(page, path, title)
    await expectAccessible(page, path)
    await expectToFit(page, path, widths)
  }
})

test('every record page fits with large text', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto('/#/home')
  await setLargeText(page, true)
  await page.reload()
  for (const { path, title } of recordPages()) {
    await open(page, path, title)
    await expectToFit(page, `${path} large text`, widths)
  }
})

test('hostile text in any field is shown as text and fits the width', async ({ page }) => {
  test.setTimeout(240_000)
  for (const { key } of places) await serveHostileRecords(page, key)
  for (const { path } of recordPages()) {
    await page.goto(path)
    await expect(page.getByText(HOSTILE.slice(0, 40)).first()).toBeVisible()
    await expectLoaded(page)
    await expectToFit(page, path, widths)
    expect(await page.evaluate(() => 'hacked' in window), path).toBe(false)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
})

test('an empty list states why: source not connected, nothing found, or nothing matches the filter', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const notCovered = await companyIdOf(server, token, NOT_COVERED)
  for (const { list, title } of listPaths(notCovered)) {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '未接入该数据源' }), title).toBeVisible()
  }
  const withoutRecords = await companyIdOf(server, token, WITHOUT_RECORDS)
  for (const { key, list, title } of listPaths(withoutRecords).filter(
    ({ list: path }) => !path.includes('/overview/'),
  )) {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '截至 2026-11-18 未查询到' }), `${title} ${key}`).toBeVisible()
  }
  await page.goto(`/#/legalRisk/judicialDocument?companyId=${await companyIdOf(server, token, LANSHAN)}&year=1999`)
  await expect(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.locator('article').first()).toBeVisible()
})

test('a list that fails to load shows the error and loads on retry', async ({ page }) => {
  test.setTimeout(120_000)
  for (const { list, title } of places) {
    await page.route(/\/api\/h5\/v1\/(legalRisk|businessRisk|company\/overview)\//, (route) => route.abort())
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '没能加载出来' }), title).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('演示数据').first()).toBeVisible()
    await expectLoaded(page)
  }
})

test('each section of the company page leads to its list, and back to the company', async ({ page, server }) => {
  test.setTimeout(120_000)
  const id = await companyIdOf(server, token, LANSHAN)
  for (const { list, title } of listPaths(id)) {
    await page.goto(`/#/company/detail?id=${id}&tab=overview`)
    const path = list.replace('/#', '#')
    await page.locator(`a[href="${path}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  }
})

test.describe('a visitor', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.removeItem('token')))

  test('sees the overview, and a list of risks after login', async ({ page, server }) => {
    const id = await companyIdOf(server, token, LANSHAN)
    await page.goto(`/#/overview/shareholderInfo?id=${id}`)
    await expect(page.getByText('演示数据').first()).toBeVisible()
    await expectLoaded(page)
    await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${id}`)
    await page.getByRole('button', { name: /登录/ }).first().click()
    await logInOnPage(page, server)
    await expect(page.getByRole('tab', { name: /当前/ })).toBeVisible()
    await expect(page.locator('article').first()).toBeVisible()
  })
})

test('a removed record is history: counted separately and never red', async ({ page, server }) => {
  const id = await companyIdOf(server, token, LANSHAN)
  await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${id}`)
  await expect(page.getByRole('tab', { name: /当前\s*1/ })).toBeVisible()
  await page.getByRole('tab', { name: /历史\s*3/ }).click()
  await expect(page).toHaveURL(/view=history/)
  await expect(page.locator('article')).toHaveCount(3)
  await expect(page.getByText('以下记录已退出失信名单')).toBeVisible()
  const redNodes = await page.evaluate(() => {
    const risk = getComputedStyle(document.documentElement).getPropertyValue('--risk').trim()
    const probe = document.createElement('span')
    probe.style.color = risk
    document.body.append(probe)
    const riskColour = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('article *')].filter((node) => getComputedStyle(node).color === riskColour)
      .length
  })
  expect(redNodes).toBe(0)
})
