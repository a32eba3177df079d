import { companyRows, logInOnPage, searchField } from '../lib/pages.ts'
import { companyIdOf, createSession, freshMobile, issueTicket } from '../lib/session.ts'
import { expect, openContext, test } from '../lib/test.ts'
import { openWechatHost } from '../lib/wechat-host.ts'

const NAME = '比亚迪股份有限公司'

test.describe('in the mini-program', () => {
  test('each page is posted as the share path, without a keyword; a visitor opens what was shared', async ({
    page,
    browser,
    server,
  }) => {
    const token = await createSession(server)
    const id = await companyIdOf(server, token, NAME)
    const host = await openWechatHost(page, 'mini-program')
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.goto(`/#/search/result?keyword=${encodeURIComponent('比亚迪')}`)
    // A page that is left before the SDK is there is not posted.
    await expect.poll(host.waiting).toContain('/#/search/result?isShare=1')
    await companyRows(page).first().click()
    await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
    const sharePath = `/#/company/detail?id=${encodeURIComponent(id)}&tab=overview&isShare=1`
    await expect.poll(host.waiting).toContain(sharePath)
    const messages = await host.deliver()
    const last = messages.at(-1)
    expect(last).toMatchObject({ title: '企业详情' })
    expect(last?.sharePath).toBe(sharePath)
    expect(JSON.stringify(messages)).not.toContain('keyword')

    const receiver = await (await openContext(browser)).newPage()
    await receiver.goto(`${server.baseUrl}${last?.sharePath}&fr=share`)
    await expect(receiver.getByRole('region', { name: '企业概要' })).toContainText(NAME)
    await receiver.context().close()
  })

  test("a visitor's search opens the mini-program's login with the page, and its ticket returns there", async ({
    page,
    server,
  }) => {
    const host = await openWechatHost(page, 'mini-program')
    await page.goto('/#/home')
    await searchField(page).fill('比亚迪')
    await searchField(page).press('Enter')
    await expect.poll(() => host.calls('redirectTo')).toHaveLength(1)
    const [call] = await host.calls('redirectTo')
    const [login, query] = call?.data.arg?.url?.split('?') ?? []
    const options = new URLSearchParams(query)
    expect([login, options.get('type')]).toEqual(['/pages/login/login', 'h5'])
    const path = options.get('path') ?? ''
    expect(path).toMatch(/^\/#\/search/)

    const ticket = await issueTicket(server, freshMobile())
    await page.goto('about:blank')
    await page.goto(`${path}&token=${ticket}`)
    await expect(page).toHaveURL(/#\/search\/result\?keyword=/)
    await expect(page).not.toHaveURL(/token=/)
    await expect(companyRows(page).first()).toContainText(NAME)
  })

  test('a visitor browses, shares, logs in by the mini-program and returns; the host receives no token or keyword', async ({
    page,
    server,
  }) => {
    const id = await companyIdOf(server, await createSession(server), NAME)
    const host = await openWechatHost(page, 'mini-program')
    await page.goto(`/#/company/detail?id=${encodeURIComponent(id)}&tab=overview`)
    await expect(page.getByRole('region', { name: '企业概要' })).toContainText(NAME)
    const ofCompany = `/#/company/detail?id=${encodeURIComponent(id)}&tab=overview&isShare=1`
    await expect.poll(async () => (await host.waiting()).at(-1)).toBe(ofCompany)
    const shared = await host.deliver()
    expect(shared.at(-1)).toEqual({ sharePath: ofCompany, title: '企业详情' })
    expect(await host.waiting()).toEqual([])

    await page.goto('/#/home')
    await searchField(page).fill('比亚迪')
    await searchField(page).press('Enter')
    await expect.poll(() => host.calls('redirectTo')).toHaveLength(1)
    const [call] = await host.calls('redirectTo')
    const path = new URLSearchParams(call?.data.arg?.url?.split('?')[1]).get('path') ?? ''
    // The login page of the mini-program replaces the web view, which is destroyed.
    const left = await host.deliver()
    await page.goto('about:blank')

    const ticket = await issueTicket(server, freshMobile())
    await page.goto(`${path}&token=${ticket}`)
    await expect(companyRows(page).first()).toContainText(NAME)
    await expect(page).toHaveURL(/#\/search\/result\?keyword=/)
    await expect.poll(async () => (await host.waiting()).at(-1)).toBe('/#/search/result?isShare=1')
    const returned = await host.deliver()
    expect(left.length).toBeGreaterThan(0)
    for (const secret of ['token', ticket, 'keyword', '比亚迪', encodeURIComponent('比亚迪')]) {
      expect(JSON.stringify([shared, left, returned])).not.toContain(secret)
    }
  })

  test('a mini-program that does not answer within a second leaves the login to the app', async ({ page }) => {
    await openWechatHost(page, 'mini-program', false)
    await page.goto('/#/home')
    await searchField(page).fill('比亚迪')
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(/#\/login/)
  })
})

test.describe("in WeChat's browser", () => {
  test('a company is shared with name, region and founding date, and nothing about risk', async ({ page, server }) => {
    const id = await companyIdOf(server, await createSession(server), NAME)
    const host = await openWechatHost(page, 'wechat')
    const signed: string[] = []
    await page.route('**/v1/wechat/jsConfig?*', async (route) => {
      signed.push(new URL(route.request().url()).searchParams.get('url') ?? '')
      const data = { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' }
      await route.fulfill({ json: { code: 0, message: '', data } })
    })
    await page.goto(`/#/company/detail?id=${encodeURIComponent(id)}&tab=overview`)
    await expect.poll(async () => (await host.calls('updateAppMessageShareData')).at(-1)?.data['title']).toBe(NAME)
    expect(signed).toEqual([`${server.baseUrl}/`])
    const data = (await host.calls('updateAppMessageShareData')).at(-1)?.data ?? {}
    expect(data['desc']).toBe('广东省深圳市 · 成立于 1995-02-10')
    expect(data['link']).toContain(`#/company/detail?id=${encodeURIComponent(id)}&tab=overview&isShare=1&fr=share`)
    expect(data['imgUrl']).toBe(`${server.baseUrl}/share.png`)
    expect((await page.request.get('/share.png')).headers()['content-type']).toBe('image/png')
  })

  test('without a signature the page is unchanged', async ({ page }) => {
    const host = await openWechatHost(page, 'wechat')
    const refused = page.waitForResponse('**/v1/wechat/jsConfig?*')
    await page.goto('/#/home')
    await refused
    await expect(companyRows(page).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await host.calls('updateAppMessageShareData')).toEqual([])
  })
})

test('a visitor with a shared link reads the public facts, logs in only where required, and returns', async ({
  page,
  server,
}) => {
  const id = await companyIdOf(server, await createSession(server), '云帆演示建筑工程有限公司')
  await page.goto(`/#/company/detail?id=${encodeURIComponent(id)}&tab=overview&isShare=1&fr=share`)
  await expect(page.getByRole('region', { name: '企业概要' })).toContainText('云帆演示建筑工程有限公司')
  await expect(page).not.toHaveURL(/#\/login/)
  await page.getByRole('tab', { name: /法律风险/ }).click()
  await page
    .getByRole('link', { name: /失信被执行人/ })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/login/)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/legalRisk\/dishonestExecutor/)
})

test('outside of WeChat its SDK is never requested', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => /wechat|weixin/.test(url))).toEqual([])
})
