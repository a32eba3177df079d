import { readFileSync } from 'node:fs'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import {
  countDarkPixels,
  countPixels,
  drawnTexts,
  noteDrawnTexts,
  openPoster,
  posterImage,
  posterPixels,
  readQr,
} from '../lib/poster.ts'
import type { TestServer } from '../lib/server.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, openContext, test } from '../lib/test.ts'

const REAL = '比亚迪股份有限公司'
const DEMO = '云帆演示建筑工程有限公司'

/** Colour of 演示数据 across a white card. */
const WATERMARK = [240, 233, 222] as const

const companyPath = (id: string) => `/#/company/detail?id=${encodeURIComponent(id)}&tab=overview`

async function openCompany(page: Page, server: TestServer, name: string): Promise<string> {
  const id = await companyIdOf(server, await createSession(server), name)
  await page.goto(companyPath(id))
  await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
  return id
}

const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: '分享' }).click()
  return page.getByRole('dialog', { name: '分享' })
}

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('分享 copies the link of the company with the share flag', async ({ page, server }) => {
  const id = await openCompany(page, server, REAL)
  await (await openSheet(page)).getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await clipboardOf(page)).toBe(`${server.baseUrl}${companyPath(id)}&isShare=1&fr=share`)
})

test('the link of a list carries its filter and no ticket', async ({ userPage: page, server }) => {
  const id = await companyIdOf(server, await createSession(server), DEMO)
  const path = `/#/legalRisk/executedPerson?companyId=${id}&view=history`
  await page.goto(`${path}&fr=channel`)
  const sheet = await openSheet(page)
  await expect(sheet.getByRole('button', { name: '海报' })).toHaveCount(0)
  await sheet.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  expect(await clipboardOf(page)).toBe(`${server.baseUrl}${path}&isShare=1&fr=share`)
})

test('系统分享 is offered where the browser has it', async ({ page, server }) => {
  await page.addInitScript(() => {
    const share = (data: ShareData) => {
      document.title = data.url ?? ''
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  })
  const id = await openCompany(page, server, REAL)
  await (await openSheet(page)).getByRole('button', { name: '系统分享' }).click()
  await expect(page).toHaveTitle(`${server.baseUrl}${companyPath(id)}&isShare=1&fr=share`)
})

for (const name of [REAL, DEMO]) {
  const tag = name === REAL ? [] : '@nightly'
  test(`the QR code on the poster of ${name} opens its page for a visitor`, { tag }, async ({
    page,
    server,
    browser,
  }) => {
    const id = await openCompany(page, server, name)
    await openPoster(page)
    const pixels = await posterPixels(page)
    expect([pixels.width, pixels.height]).toEqual([1080, 1620])
    const address = readQr(pixels)
    expect(address).toBe(`${server.baseUrl}${companyPath(id)}&isShare=1&fr=share`)
    expect(countDarkPixels(pixels)).toBeGreaterThan(40_000)
    const isDemo = name === DEMO
    expect(countPixels(pixels, WATERMARK) > 20_000).toBe(isDemo)
    if (!isDemo) expect(countPixels(pixels, WATERMARK)).toBeLessThan(50)

    const visitor = await (await openContext(browser)).newPage()
    await visitor.goto(address)
    await expect(visitor.getByRole('region', { name: '企业概要' }).getByText(name)).toBeVisible()
    await visitor.getByRole('button', { name: '返回', exact: true }).click()
    await expect(visitor).toHaveURL(/#\/home/)
    await visitor.context().close()
  })

  test(`the poster of ${name} shows its facts with source, and no person, contact or risk`, { tag }, async ({
    page,
    server,
  }) => {
    await noteDrawnTexts(page)
    const id = await openCompany(page, server, name)
    const response = await page.request.get(`${server.baseUrl}${API_BASE}/v1/company/detail?id=${id}`)
    const { data } = await response.json()
    await openPoster(page)
    const texts = (await drawnTexts(page)).join('\n')
    for (const label of ['登记状态', '成立日期', '注册资本', data.foundedOn, data.provenance.identity.sourceName]) {
      expect(texts).toContain(label)
    }
    expect(texts.replaceAll('\n', '')).toContain(name)
    const secrets = [data.legalRepresentative.name, data.email, data.website, data.address, ...data.phones]
    for (const secret of secrets.filter((value) => value !== null)) expect(texts).not.toContain(secret)
    expect(texts).not.toMatch(/风险|被执行|高消费|失信|电话|法定代表人|股东/)
    expect(texts.includes('演示数据')).toBe(name === DEMO)
  })
}

test('a long name with rare characters fits on the poster', async ({ page, server }) => {
  await noteDrawnTexts(page)
  const name = `新疆生产建设兵团演示（集团）𬭎昌𠮷国际供应链管理股份有限公司${'乌鲁木齐高新技术产业开发区第二分公司'.repeat(2)}`
  await page.route('**/v1/company/detail?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...body.data, name } } })
  })
  await openCompany(page, server, DEMO)
  await openPoster(page)
  const lines = (await drawnTexts(page)).filter((text) => text.length > 15 && name.includes(text.replace('…', '')))
  expect(lines).toHaveLength(3)
  expect(lines.join('')).toMatch(/^新疆生产建设兵团演示（集团）𬭎昌𠮷.+…$/u)
  expect(readQr(await posterPixels(page))).toContain('isShare=1&fr=share')
})

test('保存图片 downloads the poster as a PNG of 1080 × 1620', async ({ page, server }) => {
  await openCompany(page, server, REAL)
  await openPoster(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`百企查-${REAL}.png`)
  const file = readFileSync(await download.path())
  expect(file.toString('latin1', 1, 4)).toBe('PNG')
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1620])
})

test.describe("in WeChat's browser", () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/111 Mobile MicroMessenger/8.0.40' })

  test('the poster is an image to press and nothing to download', async ({ page, server }) => {
    await openCompany(page, server, REAL)
    await openPoster(page)
    await expect(posterImage(page)).toHaveAttribute('src', /^data:image\/png;base64,/)
    await expect(page.getByText('长按图片保存')).toBeVisible()
    await expect(page.getByRole('button', { name: '保存图片' })).toHaveCount(0)
  })
})

test('a poster that cannot be drawn says why, and the link can still be copied', async ({ page, server }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await openCompany(page, server, REAL)
  await (await openSheet(page)).getByRole('button', { name: '海报' }).click()
  const sheet = page.getByRole('dialog', { name: '海报' })
  await expect(sheet.getByText('浏览器不允许网页绘图，可复制链接分享')).toBeVisible()
  await sheet.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('链接已复制')).toBeVisible()
})

test('a poster whose code does not load can be tried again', async ({ page, context, server }) => {
  await openCompany(page, server, REAL)
  const sheet = await openSheet(page)
  await expect(sheet).toBeVisible()
  await context.setOffline(true)
  await sheet.getByRole('button', { name: '海报' }).click()
  await expect(page.getByText('网络连接失败，请检查你的网络设置')).toBeVisible()
  await context.setOffline(false)
  let reloads = 0
  page.on('domcontentloaded', () => {
    reloads += 1
  })
  await page.getByRole('button', { name: '重试' }).click()
  // Some browsers never load a module again that failed once: there the app is reloaded, which closes the sheet.
  await expect.poll(async () => reloads > 0 || (await posterImage(page).isVisible())).toBe(true)
  if (reloads > 0) await openPoster(page)
  await expect(posterImage(page)).toBeVisible()
})

for (const mode of ['standard', 'elder'] as const) {
  const tag = mode === 'standard' ? '@nightly' : []
  test(`the sheet and the poster are accessible and fit at 320 in ${mode} mode`, { tag }, async ({ page, server }) => {
    if (mode === 'elder') {
      await page.addInitScript(() => localStorage.setItem('appearance', '{"theme":"system","isElder":true}'))
    }
    await openCompany(page, server, DEMO)
    const sheet = await openSheet(page)
    await expectToFit(page, '分享', [320, 375])
    for (const button of await sheet.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page, `分享 ${mode}`)
    await sheet.getByRole('button', { name: '海报' }).click()
    await expect(posterImage(page)).toBeVisible()
    await expectToFit(page, '海报', [320, 375])
    await expectAccessible(page, `海报 ${mode}`)
  })
}
