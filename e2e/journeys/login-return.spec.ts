import type { Page } from '@playwright/test'
import { pages } from '../../web/src/platform/navigation/pages.ts'
import { companyRows } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'
import { openWechatHost } from '../lib/wechat-host.ts'

/** Pages that visitors may read. Every other page of the table asks for a login. */
const open = [
  '/home',
  '/tools',
  '/user',
  '/companyList',
  '/login',
  '/company/detail',
  '/company/check',
  '/compare',
  '/ai',
  '/ai/detail',
  '/user/members',
  '/phoneSearch',
  '/user/feedback',
  '/user/agreement',
  '/user/user_protocol',
  '/user/privacy_policy',
  '/user/about',
  '/user/contact',
  '/user/resetPassword',
  '/user/membersIntroduction',
  '/overview/businessInfo',
  '/overview/shareholderInfo',
  '/overview/overseasInvest',
  '/overview/changeRecord',
]

/** Addresses that ask for a login, each with the parameters of its page. The history of an open list is for users. */
const gated = [
  ...pages.map(({ path }) => path).filter((path) => !open.includes(path)),
  ...['shareholderInfo', 'overseasInvest', 'changeRecord'].map((list) => `/overview/${list}?view=history`),
].map((path) => `${path}${path.includes('?') ? '&' : '?'}id=1&companyId=1&keyword=abc&name=abc`)

const backArrow = (page: Page) => page.getByRole('button', { name: '返回', exact: true }).click()
const systemBack = async (page: Page) => void (await page.goBack())
const ways = [
  { name: 'the back arrow', back: backArrow, tag: [] },
  { name: 'the system back', back: systemBack, tag: '@nightly' },
]

/** Opens an address of the app as a link does, with an entry of its own. */
const follow = (page: Page, address: string) => page.evaluate((to) => (location.hash = to), `#${address}`)

async function openLoginBy(page: Page, address: string) {
  await follow(page, address)
  await expect(page, address).toHaveURL(/#\/login/)
  await expect(page.getByLabel('手机号'), address).toBeVisible()
}

test('every page of the table is open to visitors or asks for a login', async () => {
  expect(open.filter((path) => !pages.some((page) => page.path === path))).toEqual([])
  expect(gated.length).toBeGreaterThan(30)
})

for (const { name, back, tag } of ways) {
  test(`from every page that needs a session, ${name} of login leads to Home, where the visitor came from`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(180_000)
    await page.goto('/#/home')
    await expect(companyRows(page).first()).toBeVisible()
    for (const address of gated) {
      await openLoginBy(page, address)
      await back(page)
      await expect(page, address).toHaveURL(/#\/home/)
      await expect(companyRows(page).first(), address).toBeVisible()
    }
  })

  test(`${name} of login leads to the company whose records were opened, and from there to Home`, async ({ page }) => {
    await page.goto('/#/home')
    await companyRows(page).first().click()
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
    for (const address of ['/legalRisk/executedPerson?companyId=1', '/overview/person?id=1&name=abc', '/user/follow']) {
      await openLoginBy(page, address)
      await back(page)
      await expect(page, address).toHaveURL(/#\/company\/detail/)
      await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
    }
    await back(page)
    await expect(page).toHaveURL(/#\/home/)
  })

  test(`after a session that ended elsewhere, ${name} of login leads out of pages that need one`, { tag }, async ({
    userPage: page,
  }) => {
    await page.goto('/#/home')
    await expect(companyRows(page).first()).toBeVisible()
    for (const [address, title] of [
      ['/riskSearch', /^查风险/],
      ['/user/setting', /^账号设置/],
      ['/phoneList?keyword=abc', /^找商机/],
    ] as const) {
      await follow(page, address)
      await expect(page).toHaveTitle(title)
    }
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    const entry = () => page.evaluate(() => JSON.stringify(history.state))
    for (const _ of ['/phoneList', '/user/setting', '/riskSearch']) {
      await expect(page).toHaveURL(/#\/login/)
      await expect(page.getByLabel('手机号')).toBeVisible()
      const left = await entry()
      await back(page)
      // The next entry opens the login again: its address alone does not show that the page has changed.
      await expect.poll(entry).not.toBe(left)
    }
    await expect(page).toHaveURL(/#\/home/)
    await expect(companyRows(page).first()).toBeVisible()
  })
}

test('a shared address that needs a session leads from login to Home', async ({ page }) => {
  for (const address of ['/riskSearch', '/legalRisk/executedPerson?companyId=1', '/user/follow', '/search']) {
    await page.goto('about:blank')
    await page.goto(`/#${address}`)
    await expect(page, address).toHaveURL(/#\/login/)
    await backArrow(page)
    await expect(page, address).toHaveURL(/#\/home/)
    await expect(companyRows(page).first(), address).toBeVisible()
  }
})

test('a shared address that needs a session can be left by the system back', async ({ page }) => {
  await page.goto('about:blank')
  await page.goto('/#/riskSearch')
  await expect(page).toHaveURL(/#\/login/)
  await expect(page.getByLabel('手机号')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

for (const { name, back, tag } of ways) {
  test(`in a mini-program that does not open its login, ${name} of login leads to Home`, { tag }, async ({ page }) => {
    await openWechatHost(page, 'mini-program', false)
    await page.goto('/#/home')
    await expect(companyRows(page).first()).toBeVisible()
    for (const address of ['/riskSearch', '/peopleSearch', '/user/info']) {
      await openLoginBy(page, address)
      await back(page)
      await expect(page, address).toHaveURL(/#\/home/)
      await expect(companyRows(page).first(), address).toBeVisible()
    }
  })
}
