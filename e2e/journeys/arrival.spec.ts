import type { Page } from '@playwright/test'
import { storedAccount } from '../lib/pages.ts'
import { changeStore } from '../lib/server.ts'
import { createSession, freshMobile, issueTicket } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** Collects the URL and the referrer of every request, except those of documents. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    // A document is requested by the URL that the test types; browsers send no hash.
    if (request.resourceType() !== 'document') addresses.push(request.url(), request.headers()['referer'] ?? '')
  })
  return addresses
}

/** Expects the ticket in no address, history entry or storage; only the header of the call that redeems it has it. */
async function expectTicketNowhere(page: Page, addresses: readonly string[], ticket: string) {
  expect(addresses.filter((address) => address.includes(ticket))).toEqual([])
  const state = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      document.referrer,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]),
  )
  expect(state).not.toContain(ticket)
}

test('a ticket signs the user in on the linked page and shows the account', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  const addresses = recordAddresses(page)
  await page.goto(`/#/companyList?tab=latest&token=${ticket}&isFirstLogin=true`)
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  await expect(page).toHaveURL(/#\/companyList\?tab=latest$/)
  await expectTicketNowhere(page, addresses, ticket)
  const { token, userInfo } = await storedAccount(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(userInfo ?? '')).toMatchObject({ phoneMasked: masked(mobile), loginSource: 'e2e-partner' })
  await page.reload()
  await page.goto('/#/user')
  await expect(page.getByText(masked(mobile)).first()).toBeVisible()
})

test('a ticket before the hash is removed from the URL', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  await page.goto(`/?token=${ticket}#/home`)
  await expect(page.getByText(`已登录 ${masked(mobile)}`)).toBeVisible()
  expect(page.url()).not.toContain(ticket)
})

test('a redeemed ticket signs no one in and leads to login', async ({ page, server, browser }) => {
  const ticket = await issueTicket(server, freshMobile())
  const first = await (await openContext(browser, { baseURL: server.baseUrl })).newPage()
  await first.goto(`/#/home?token=${ticket}`)
  await expect(first.getByText(/^已登录/)).toBeVisible()
  await first.context().close()

  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/login$/)
  expect((await storedAccount(page)).token).toBeNull()
})

test('an expired ticket signs no one in and leads to login', async ({ page, server }) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  expect(changeStore(server, 'update external_ticket set expires_at = 1 where mobile = ?', mobile)).toBe(1)
  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/login$/)
  expect((await storedAccount(page)).token).toBeNull()
})

test('an empty token shows 登录参数不完整 and leads to login', async ({ page }) => {
  await page.goto('/#/home?token=')
  await expect(page.getByText('登录参数不完整')).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
})

test('a ticket in a link does not replace the signed-in account', async ({ page, server }) => {
  const own = freshMobile()
  const token = await createSession(server, own)
  const ticket = await issueTicket(server, freshMobile())
  await signInAs(page, token)
  const addresses = recordAddresses(page)
  await page.goto(`/#/user?token=${ticket}`)
  await expect(page.getByText(masked(own)).first()).toBeVisible()
  await expect(page).toHaveURL(/#\/user$/)
  await expectTicketNowhere(page, addresses, ticket)
  expect((await storedAccount(page)).token).toBe(token)
})

test('a ticket that arrives in a running app signs in and is removed from the URL', async ({ page, server }) => {
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

test('a ticket is stored while the server is unreachable, and redeemed before any other call', async ({
  page,
  server,
}) => {
  const mobile = freshMobile()
  const ticket = await issueTicket(server, mobile)
  await page.route(/getUserDetail/, (route) => route.abort())
  await page.goto(`/#/home?token=${ticket}`)
  await expect(page).toHaveURL(/#\/home$/)
  expect((await storedAccount(page)).token).toBe(ticket)
  // Leaves the page and returns: a reload would abort a redemption that the page has started.
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
