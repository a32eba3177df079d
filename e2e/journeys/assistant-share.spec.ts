import type { Browser, Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { askQuestion, lastAnswer } from '../lib/assistant.ts'
import { changeStore, type TestServer } from '../lib/server.ts'
import { createSession, freshMobile } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

const QUESTION = '比亚迪股份有限公司的注册资本是多少'
const CAPITAL = '291,114.2855 万元'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

/** Asks a question, shares its answer and returns the copied address. */
async function shareAnswer(page: Page, server: TestServer, mobile = freshMobile()): Promise<string> {
  await signInAs(page, await createSession(server, mobile))
  await page.goto('/#/ai')
  await askQuestion(page, QUESTION)
  await page.getByRole('button', { name: '分享回答' }).click()
  await page.getByRole('dialog', { name: '分享回答' }).getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

const openVisitor = async (browser: Browser) => (await openContext(browser)).newPage()

test('a visitor reads a shared answer without name and conversation; the key leaves the address; a withdrawn one is gone', async ({
  page,
  server,
  browser,
}) => {
  const address = await shareAnswer(page, server)
  expect(address).toMatch(/#\/ai\/detail\?.*key=/)
  const key = new URL(address.replace('#/', '')).searchParams.get('key') ?? ''
  expect(key.length).toBeGreaterThanOrEqual(22)

  const visitor = await openVisitor(browser)
  const urls: string[] = []
  visitor.on('request', (request) => urls.push(request.url(), request.headers()['referer'] ?? ''))
  await visitor.goto(address)
  await expect(lastAnswer(visitor)).toContainText(CAPITAL)
  await expect(visitor.getByText(QUESTION)).toBeVisible()
  await expect(visitor).toHaveTitle(/^百企查百言/)
  expect(visitor.url()).not.toContain('key=')
  await expect(visitor.getByRole('button', { name: /有用|无用|分享回答|历史对话/ })).toHaveCount(0)
  await expect(visitor.getByText(/154\d/)).toHaveCount(0)
  expect(urls.filter((url) => url.includes(key)).every((url) => url.includes('/v1/ai/detail'))).toBe(true)
  expect(server.output).not.toContain(key)
  await expectAccessible(visitor, 'shared answer')
  await expectToFit(visitor, 'shared answer', [320, 375])

  await page.getByRole('button', { name: '分享回答' }).click()
  await page.getByRole('dialog', { name: '分享回答' }).getByRole('button', { name: '取消分享' }).click()
  await expect(page.getByText('已取消分享')).toBeVisible()
  const later = await openVisitor(browser)
  await later.goto(address)
  await expect(later.getByText('不存在或已取消分享')).toBeVisible()
  await expect(later.getByText(CAPITAL)).toHaveCount(0)
  await expectAccessible(later, 'withdrawn answer')
})

test('a wrong key opens nothing', async ({ page, server, browser }) => {
  const address = await shareAnswer(page, server)
  const visitor = await openVisitor(browser)
  await visitor.goto(`${address.slice(0, -4)}AAAA`)
  await expect(visitor.getByText('不存在或已取消分享')).toBeVisible()
})

test('the shared answer of an erased account is gone', async ({ page, server, browser }) => {
  const mobile = freshMobile()
  const address = await shareAnswer(page, server, mobile)
  const eraseNow = 'update user_account set erase_at = 1 where mobile = ?'
  expect(changeStore(server, eraseNow, mobile)).toBe(1)
  await server.stop()
  await server.start()
  await expect.poll(() => changeStore(server, eraseNow, mobile)).toBe(0)
  const visitor = await openVisitor(browser)
  await visitor.goto(address)
  await expect(visitor.getByText('不存在或已取消分享')).toBeVisible()
})
