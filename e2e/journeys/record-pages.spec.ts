import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { HOSTILE, spoilRecords } from '../lib/hostile.ts'
import { logInOnPage } from '../lib/pages.ts'
import { findRecordPlaces, listPaths, type RecordPlace } from '../lib/records.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

/** Has records of nearly every kind, in every state. */
const LANSHAN = '澜山演示贸易有限公司'
/** Every source covers it, and none tells a risk of it. */
const NONE = '瑞禾演示科技有限公司'
/** Real, and no risk source covers it. */
const REAL = '贵州茅台酒股份有限公司'

let token = ''
let places: readonly RecordPlace[] = []

test.beforeAll(async ({ server }) => {
  token = await createSession(server)
  places = await findRecordPlaces(server, token, await companyIdOf(server, token, LANSHAN))
})

test.beforeEach(({ page }) => signInAs(page, token))

const loaded = (page: Page) => expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0)

/** The page at an address has come, with its data. */
async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('演示数据').first()).toBeVisible()
  await loaded(page)
}

const asElder = (page: Page, isElder: boolean) =>
  page.evaluate(
    (elder) => localStorage.setItem('appearance', JSON.stringify({ theme: 'auto', isElder: elder })),
    isElder,
  )

/** Addresses of the kinds, one after another: lists, then single records. */
const addresses = () =>
  places.flatMap(({ title, list, detail }) => [
    { path: list, title },
    ...(detail === null ? [] : [{ path: detail, title: `${title}详情` }]),
  ])

const widths = [375, 320]

test('every page of records is accessible in light and in dark, and fits 320 and 375', async ({ page }) => {
  test.setTimeout(240_000)
  for (const { path, title } of addresses()) {
    await open(page, path, title)
    await expectAccessible(page, path)
    await expectToFit(page, path, widths)
  }
})

test('every page of records fits in large text', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto('/#/home')
  await asElder(page, true)
  await page.reload()
  for (const { path, title } of addresses()) {
    await open(page, path, title)
    await expectToFit(page, `${path} elder`, widths)
  }
})

test('hostile text in every field stays text, and within the screen', async ({ page }) => {
  test.setTimeout(240_000)
  for (const { key } of places) await spoilRecords(page, key)
  for (const { path } of addresses()) {
    await page.goto(path)
    await expect(page.getByText(HOSTILE.slice(0, 40)).first()).toBeVisible()
    await loaded(page)
    await expectToFit(page, path, widths)
    expect(await page.evaluate(() => 'hacked' in window), path).toBe(false)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
})

test('a list says which of three nothings it is', async ({ page, server }) => {
  test.setTimeout(120_000)
  const real = await companyIdOf(server, token, REAL)
  for (const { list, title } of listPaths(real)) {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '未接入该数据源' }), title).toBeVisible()
  }
  const none = await companyIdOf(server, token, NONE)
  for (const { key, list, title } of listPaths(none).filter(({ list: path }) => !path.includes('/overview/'))) {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '截至 2026-11-18 未查询到' }), `${title} ${key}`).toBeVisible()
  }
  await page.goto(`/#/legalRisk/judicialDocument?companyId=${await companyIdOf(server, token, LANSHAN)}&year=1999`)
  await expect(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.locator('article').first()).toBeVisible()
})

test('a list that cannot be loaded says so, and comes when asked again', async ({ page }) => {
  test.setTimeout(120_000)
  for (const { list, title } of places) {
    await page.route(/\/api\/h5\/v1\/(legalRisk|businessRisk|company\/overview)\//, (route) => route.abort())
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '没能加载出来' }), title).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('演示数据').first()).toBeVisible()
    await loaded(page)
  }
})

test('each section of the company page leads to its list, and back leads to the company', async ({ page, server }) => {
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

  test('sees counts and the overview, and comes to a risk list through the login', async ({ page, server }) => {
    const id = await companyIdOf(server, token, LANSHAN)
    await page.goto(`/#/overview/shareholderInfo?id=${id}`)
    await expect(page.getByText('演示数据').first()).toBeVisible()
    await loaded(page)
    await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${id}`)
    await page.getByRole('button', { name: /登录/ }).first().click()
    await logInOnPage(page, server)
    await expect(page.getByRole('tab', { name: /当前/ })).toBeVisible()
    await expect(page.locator('article').first()).toBeVisible()
  })
})

test('what was removed is history: counted apart, never red, no tag', async ({ page, server }) => {
  const id = await companyIdOf(server, token, LANSHAN)
  await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${id}`)
  await expect(page.getByRole('tab', { name: /当前\s*1/ })).toBeVisible()
  await page.getByRole('tab', { name: /历史\s*3/ }).click()
  await expect(page).toHaveURL(/view=history/)
  await expect(page.locator('article')).toHaveCount(3)
  await expect(page.getByText('以下记录已退出失信名单')).toBeVisible()
  const red = await page.evaluate(() => {
    const risk = getComputedStyle(document.documentElement).getPropertyValue('--risk').trim()
    const probe = document.createElement('span')
    probe.style.color = risk
    document.body.append(probe)
    const wanted = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('article *')].filter((node) => getComputedStyle(node).color === wanted).length
  })
  expect(red).toBe(0)
})
