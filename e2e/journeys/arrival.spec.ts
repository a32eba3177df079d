import type { Page } from '@playwright/test'
import { keptInBrowser } from '../lib/pages.ts'
import { createSession, freshMobile, issueTicket } from '../lib/session.ts'
import { changeStore } from '../lib/store.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Every address the browser asked for, and every one it showed. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    // The document is asked for by what was typed; its hash never leaves the browser.
    if (request.resourceType() !== 'document') seen.push(request.url(), request.headers()['referer'] ?? '')
  })
  return seen
}

/** Nothing but the header of the one call that spends it may carry a ticket once the page has begun. */
async function expectNowhere(page: Page, seen: readonly string[], ticket: string) {
  expect(seen.filter((address) => address.includes(ticket))).toEqual([])
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      document.referrer,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]),
  )
  expect(kept).not.toContain(ticket)
}

test('a person a partner vouches for is signed in where the link led, and sees as whom', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  const seen = watchAddresses(page)
  await page.goto(`/#/companyList?tab=latest&token=${ticket}&isFirstLogin=true`)
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  await expect(page).toHaveURL(/#\/companyList\?tab=latest$/)
  await expectNowhere(page, seen, ticket)
  const { token, userInfo } = await keptInBrowser(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(userInfo ?? '')).toMatchObject({ phoneMasked: masked(mobile), loginSource: 'e2e-partner' })
  await page.reload()
  await page.goto('/#/user')
  await expect(page.getByText(masked(mobile)).first()).toBeVisible()
})

test('a ticket before the hash is taken out as well', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  await page.goto(`/?token=${ticket}#/home`)
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  expect(page.url()).not.toContain(ticket)
})

test('a ticket that is spent opens nothing and leads to login', async ({ page, server, browser }) => {
  const ticket = await issueTicket(server, freshMobile())
  const first = await (await browser.newContext({ baseURL: server.baseUrl })).newPage()
  await first.goto(`/#/home?token=${ticket}`)
  await expect(first.getByText(/已登录/)).toBeVisible()
  await first.context().close()

  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/login$/)
  expect((await keptInBrowser(page)).token).toBeNull()
})

test('a ticket that has expired opens nothing', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  expect(changeStore(server, 'update external_ticket set expires_at = 1 where mobile = ?', mobile)).toBe(1)
  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/login$/)
  expect((await keptInBrowser(page)).token).toBeNull()
})

test('an address with an empty token says 登录参数不完整', async ({ page }) => {
  await page.goto('/#/home?token=')
  await expect(page.getByText('登录参数不完整')).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
})

test('a link of an attacker does not replace whoever is logged in', async ({ page, server }) => {
  const own = freshMobile()
  const token = await createSession(server, own)
  const ticket = await issueTicket(server, freshMobile())
  await signInAs(page, token)
  const seen = watchAddresses(page)
  await page.goto(`/#/user?token=${ticket}`)
  await expect(page.getByText(masked(own)).first()).toBeVisible()
  await expect(page).toHaveURL(/#\/user$/)
  await expectNowhere(page, seen, ticket)
  expect((await keptInBrowser(page)).token).toBe(token)
})

test('a ticket that comes while the app runs is taken out too', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  await page.goto('/#/home')
  await expect(page.getByRole('searchbox').first()).toBeVisible()
  await page.evaluate((value) => {
    location.hash = `#/user?token=${value}`
  }, ticket)
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  await expect(page).toHaveURL(/#\/user$/)
})

test('a ticket stays stored while the server is away, and is exchanged before anything else', async ({
  page,
  server,
}) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  await page.route(/getUserDetail/, (route) => route.abort())
  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/home$/)
  expect((await keptInBrowser(page)).token).toBe(ticket)
  // Leaves, and comes again: a reload would cut off an exchange that the page itself had begun.
  await page.goto('about:blank')
  await page.unroute(/getUserDetail/)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.headers()['token'] === ticket) calls.push(new URL(request.url()).pathname)
  })
  await page.goto('/#/search')
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  expect(calls).toEqual(['/api/h5/v1/user/getUserDetail'])
})
