import type { Page } from '@playwright/test'
import { createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

/** The button of the console. */
const opener = (page: Page) => page.locator('#__vconsole .vc-switch')

/** Names of the scripts that a page requests. */
function noteScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

test('SPEC §6 on a test host the word console opens the debug console, and tokens appear as ***', async ({
  page,
  server,
}) => {
  const token = await createSession(server)
  const address = `http://localhost:${server.port}`
  await page.addInitScript((secret) => localStorage.setItem('token', secret), token)
  await page.goto(`${address}/?console=1#/user/follow`)
  await expect(opener(page)).toBeVisible()
  await page.evaluate(async (secret) => {
    console.log(`sent ${secret}`)
    console.log('/home?token=abc123')
    console.log({ stored: { token: secret } }, new Error(secret))
    await fetch('/api/h5/v1/tried?token=abc123', { headers: { token: secret } })
  }, token)
  await opener(page).click()
  const panel = page.locator('#__vconsole .vc-panel')
  await expect(panel.getByText('sent ***')).toBeVisible()
  await expect(panel.getByText('/home?token=***')).toBeVisible()
  await panel.getByText('Network', { exact: true }).click()
  await panel.locator('.vc-group-preview', { hasText: 'tried' }).click()
  await expect(panel.getByText('Request Headers').filter({ visible: true })).toBeVisible()
  await expect(panel.getByText('***', { exact: true }).filter({ visible: true })).toHaveCount(2)
  expect(await panel.innerText()).not.toContain(token)
})

test('SPEC §6 on any other host its code is never requested', async ({ page, server }) => {
  const scripts = noteScripts(page)
  await page.goto(`${server.baseUrl}/?console=1#/home?console=1`)
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((path) => path.includes('console'))).toEqual([])
  await expect(opener(page)).toHaveCount(0)
})

test('SPEC §6 on a test host without the word its code is never requested', async ({ page, server }) => {
  const scripts = noteScripts(page)
  await page.goto(`http://localhost:${server.port}/#/home`)
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((path) => path.includes('console'))).toEqual([])
})
