import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pages } from '../../web/src/platform/navigation/pages.ts'
import { companyRows, fillMobile, searchField } from '../lib/pages.ts'
import { expect, signIn, test } from '../lib/test.ts'

type YoungFeatures = { features: Record<string, string[]> }

const { features }: YoungFeatures = JSON.parse(
  readFileSync(new URL('../../tools/lib/young-features.json', import.meta.url), 'utf8'),
)

/** What Playwright itself calls in the page. */
const needed = new Set(['globalThis.BigInt64Array', 'globalThis.BigUint64Array'])

/** Takes every feature that a browser at the floor lacks from the page, before any script of the page runs. */
async function becomeOld(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  // React catches what a page throws.
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const lists = Object.entries(features).map(([holder, names]) => ({
    holder,
    names: names.filter((name) => !needed.has(`${holder}.${name}`)),
  }))
  await page.addInitScript((taken) => {
    const take = (object: unknown, name: string) => {
      if ((typeof object === 'object' && object !== null) || typeof object === 'function') {
        Reflect.deleteProperty(object, name)
      }
    }
    // The globals last: the members of an interface are found by it.
    const globals: string[] = []
    for (const { holder, names } of taken) {
      if (holder === 'globalThis') {
        globals.push(...names)
        continue
      }
      const type: unknown = Reflect.get(globalThis, holder) ?? Reflect.get(Intl, holder)
      if (typeof type !== 'function' && typeof type !== 'object') continue
      for (const name of names) {
        if (name.endsWith('_static')) take(type, name.replace('_static', ''))
        else if (typeof type === 'function') {
          // Of a built-in object the data does not say where the method stands.
          take(type.prototype, name)
          take(type, name)
        }
      }
    }
    const ofWindow = taken.find(({ holder }) => holder === 'Window')?.names ?? []
    for (const name of [...globals, ...ofWindow]) take(globalThis, name)
  }, lists)
  return faults
}

/** The methods that the report of the fault named, and some more, to know that the page is old. */
const missing = () =>
  [
    'toReversed' in Array.prototype,
    'findLast' in Array.prototype,
    'hasOwn' in Object,
    'withResolvers' in Promise,
    'union' in Set.prototype,
    'randomUUID' in Crypto.prototype,
    'timeout' in AbortSignal,
    'structuredClone' in globalThis,
    'requestIdleCallback' in globalThis,
  ].filter(Boolean).length

test('a browser of the floor shows Home, searches, and opens a company, its records and 百言', async ({
  page,
  server,
}) => {
  const faults = await becomeOld(page)
  await signIn(page, server)
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  expect(await page.evaluate(missing)).toBe(0)

  await page.goto('/#/search')
  await expect(page).toHaveTitle(/^搜索 /)
  // The box of Home is kept behind the page.
  const field = searchField(page).filter({ visible: true })
  await field.fill('比亚迪')
  await expect(page.getByRole('region', { name: '联想结果' }).getByRole('link').first()).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL(/#\/search\/result/)
  await companyRows(page).first().click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '上市信息' })).toBeVisible()
  const address = page.url()
  for (const tab of ['法律风险', '经营风险', '变更记录']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
  }
  await page.goto(address)
  await page.getByRole('button', { name: /分享/ }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.goto('/#/ai')
  await page.getByRole('textbox', { name: '问题' }).fill('比亚迪的成立日期')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page.getByRole('article', { name: '百言的回答' })).toContainText('1995-02-10')
  expect(faults).toEqual([])
})

test('a browser of the floor opens every page of a user', { tag: '@nightly' }, async ({ page, server }) => {
  const faults = await becomeOld(page)
  await signIn(page, server)
  await page.goto('/#/home')
  for (const path of [
    '/companyList?tab=latest',
    '/riskSearch',
    `/riskList?keyword=${encodeURIComponent('演示')}`,
    '/phoneSearch',
    `/phoneList?keyword=${encodeURIComponent('演示')}`,
    '/peopleSearch',
    '/user',
    '/user/members',
    '/user/follow',
    '/user/info',
    '/user/setting',
    '/user/feedback',
    '/user/agreement',
    '/user/privacy_policy',
    '/user/about',
  ]) {
    await page.evaluate((to) => (location.hash = to), `#${path}`)
    const { title } = pages.find((one) => one.path === path.split('?')[0]) ?? { title: '' }
    await expect(page, path).toHaveTitle(`${title} - 百企查`)
    await expect(page.locator('[aria-busy="true"]:visible'), path).toHaveCount(0)
    expect(faults, path).toEqual([])
  }
})

test('a visitor with a browser of the floor reaches the login and types the number', async ({ page }) => {
  const faults = await becomeOld(page)
  await page.goto('/#/riskSearch')
  await expect(page).toHaveURL(/#\/login/)
  await fillMobile(page, '15400000000')
  await expect(page.getByLabel('手机号')).toHaveValue('154 0000 0000')
  await page.getByRole('tab', { name: '密码登录' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  expect(faults).toEqual([])
})
