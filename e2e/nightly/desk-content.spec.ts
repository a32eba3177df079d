import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../lib/accessible.ts'
import { TestServer } from '../lib/server.ts'
import { createSession, deskOf, freshMobile, signInOperator } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

async function openHome(browser: Browser, server: TestServer): Promise<Page> {
  const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, baseURL: server.baseUrl }
  const page = await (await openContext(browser, phone)).newPage()
  await page.goto('/')
  return page
}

/** A picture of 600 by 300 pixels, which is cropped. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 300
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.fillStyle = '#247285'
      context.fillRect(0, 0, 600, 300)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

async function publish(page: Page) {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('理由').fill('演示：更新')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Where a visitor arrives: a search needs a login. */
const kinds = [
  { title: '演示搜索', choose: '搜索关键词', address: '比亚迪', leadsTo: /#\/login/ },
  { title: '演示打开', choose: '打开页面', address: '/companyList', leadsTo: /#\/companyList/ },
  { title: '演示期待', choose: '敬请期待', address: null, leadsTo: null },
] as const

for (const { title, choose, address, leadsTo } of kinds) {
  test(`a banner of the kind ${choose} is drafted, previewed, published, tapped on Home, and rolled back`, async ({
    page,
    server,
    browser,
  }) => {
    await signInOperator(page, server, `演示${choose.slice(0, 2)}`, '运营')
    await page.goto(`${deskOf(server)}/#/content`)
    await page.getByRole('button', { name: '添加横幅' }).click()
    await page.locator('input[type="file"]').setInputFiles({
      name: '横幅.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture(page), 'base64'),
    })
    await expect(page.getByText('600 × 300，裁成 600 × 200')).toBeVisible()
    await page.getByRole('button', { name: '使用图片' }).click()
    await expect(page.getByRole('button', { name: '使用图片' })).toHaveCount(0)
    await page.getByLabel('标题', { exact: true }).fill(title)
    await page.getByRole('radio', { name: choose }).check()
    if (address !== null)
      await page.getByRole('textbox', { name: choose === '搜索关键词' ? '关键词' : /^地址/ }).fill(address)
    for (const _step of [1, 2, 3]) await page.getByRole('button', { name: `上移 ${title}` }).click()
    const preview = page.frameLocator('iframe')
    await expect(preview.getByText(title).first()).toBeVisible()
    await expectAccessible(page, `content ${choose}`)
    await publish(page)

    const phone = await openHome(browser, server)
    await expect(async () => {
      await phone.reload()
      await expect(phone.getByText(title).first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await phone.getByText(title).first().click()
    if (leadsTo === null) await expect(phone.getByText('敬请期待!')).toBeVisible()
    else await expect(phone).toHaveURL(leadsTo)

    const restore = page.getByRole('button', { name: /^恢复 v/ }).first()
    await restore.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('理由').fill('演示：撤下')
    await dialog.getByRole('button', { name: '恢复', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(async () => {
      await phone.goto('/#/home')
      await phone.reload()
      await expect(phone.getByText('支持拼音、简称与代码').first()).toBeVisible({ timeout: 5_000 })
      await expect(phone.getByText(title)).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    await phone.context().close()
  })
}

test('a script in the preview shows the draft and reaches no call of the desk', async ({ page, server }) => {
  await signInOperator(page, server, '演示预览', '运营')
  await page.goto(`${deskOf(server)}/#/content`)
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('支持拼音、简称与代码').first()).toBeVisible()
  const reached = await preview.locator('body').evaluate(async () => {
    const attempt = async (act: () => unknown) => {
      try {
        return await act()
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    const call = (headers: Record<string, string>) => () =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('POST', '/api/desk/session/current')
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
        request.withCredentials = true
        request.addEventListener('load', () => resolve(request.responseText))
        request.addEventListener('error', () => reject(new Error('blocked')))
        request.send('{}')
      })
    return {
      cookie: await attempt(() => document.cookie),
      page: await attempt(() => parent.document.title),
      call: await attempt(call({ 'content-type': 'application/json', 'x-baiqicha-desk': '1' })),
      form: await attempt(call({ 'content-type': 'text/plain' })),
    }
  })
  expect(reached).toEqual({ cookie: 'SecurityError', page: 'SecurityError', call: 'Error', form: 'Error' })
})

test('an agreement is drafted, filled and published, and a user accepts it once', async ({ page, browser }) => {
  // Later journeys of the worker sign in with the shipped agreements.
  const server = await TestServer.create({ OPS_PORT: '0' })
  await server.start()
  const mobile = freshMobile()
  const token = await createSession(server, mobile)
  const [recoveryCode = ''] = await signInOperator(page, server, '演示协议', '运营')
  await page.goto(`${deskOf(server)}/#/agreements`)
  await expectAccessible(page, 'agreements')
  await page.getByRole('link', { name: '用户协议' }).click()
  await page.getByLabel(/^运营者名称/).fill('演示数据服务有限公司')
  await page.getByLabel(/^变更说明/).fill('演示：写明运营者')
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page.getByText('草稿', { exact: true })).toBeVisible()
  await expect(page.locator('.difference ins').first()).toHaveText('演示数据服务有限公司')
  await expectAccessible(page, 'agreement')
  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('理由').fill('演示：写明运营者')
  await dialog.getByLabel('动态码或恢复码').fill('000000')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog.getByRole('alert')).toContainText('动态码不正确')
  await dialog.getByLabel('动态码或恢复码').fill(recoveryCode)
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog).toHaveCount(0)

  const phone = await openHome(browser, server)
  await signInAs(phone, token)
  await expect(async () => {
    await phone.goto('/#/user')
    await phone.reload()
    await expect(phone.getByRole('button', { name: '同意并继续' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(phone.getByText('演示：写明运营者')).toBeVisible()
  await phone.getByRole('button', { name: '同意并继续' }).click()
  await expect(phone.getByRole('button', { name: '同意并继续' })).toHaveCount(0)
  await phone.reload()
  await expect(phone.getByText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)).toBeVisible()
  await expect(phone.getByText('演示：写明运营者')).toHaveCount(0)
  await phone.context().close()
  await server.dispose()
})
