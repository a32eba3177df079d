import { companyRows, logInOnPage } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'
import { ofType, recordEvents } from '../lib/tracking.ts'

/** A host name without https, which the browser does not trust as it trusts 127.0.0.1. */
const HOST = 'plain.test'

test.use({ isTrackingAsked: true })

test('on plain http with a host name tracking and copying work, and nothing throws', async ({ page, server }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  const events = await recordEvents(page)
  await page.clock.install()
  const origin = `http://${HOST}:${server.port}`
  await page.goto(`${origin}/#/home`)
  const isTrusted = await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator])
  expect(isTrusted).toEqual([false, false, false])
  await page.getByRole('button', { name: '同意', exact: true }).click()
  // The tracker starts with the consent; a page that was left before has no view.
  await expect.poll(() => ofType(events, 'pageview').length).toBeGreaterThanOrEqual(1)
  // Two pageviews within a second are one.
  await page.clock.fastForward(1_000)
  await companyRows(page).first().click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect.poll(() => ofType(events, 'pageview').length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => ofType(events, 'click').length).toBeGreaterThanOrEqual(1)

  const copied = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('copy', () => resolve(document.getSelection()?.toString() ?? ''), { once: true })
      }),
  )
  await page.getByRole('button', { name: /分享/ }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /复制链接/ })
    .click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  await copied

  await page.goto(`${origin}/#/riskSearch`)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/riskSearch/)
  expect(faults).toEqual([])
})
