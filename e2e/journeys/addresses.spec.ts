import type { Page } from '@playwright/test'
import { companyRows } from '../lib/pages.ts'
import { kindsWithPages, listPathOf } from '../lib/records.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, LANSHAN, signIn, test } from '../lib/test.ts'

const NAME = '比亚迪股份有限公司'

/** Opens an address as a new tab does. */
async function openNew(page: Page, address: string) {
  await page.goto('about:blank')
  return page.goto(address)
}

const daily = ['/#/home&shareTo=weixin', '/%23%2Fhome', '/home?from=singlemessage&isappinstalled=0', '/%E4%BC%']
const nightly = [
  '/%23/home',
  '/%23/home&shareTo=weixin',
  '/home',
  '/?from=timeline#/home',
  '/#!/home',
  '/nothing#/home',
]

for (const address of [...daily, ...nightly]) {
  const tag = nightly.includes(address) ? '@nightly' : []
  test(`the changed address ${address} opens Home`, { tag }, async ({ page }) => {
    const response = await openNew(page, address)
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8')
    await expect(companyRows(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/(\?[^#]*)?#\/home(\?|$)/)
    await page.reload()
    await expect(companyRows(page).first()).toBeVisible()
  })
}

test('every changed address of a company opens the company', async ({ page, server }) => {
  const id = encodeURIComponent(await companyIdOf(server, await createSession(server), NAME))
  for (const address of [
    `/#/company/detail&id=${id}&tab=overview`,
    `/#/company/detail?id=${id}&amp;tab=overview`,
    `/#/company/detail?id=${id}?from=groupmessage`,
    `/%23/company/detail?id=${id}&tab=overview`,
    `/company/detail?id=${id}`,
    `/#/company/detail?companyId=${id}`,
    `/#%2Fcompany%2Fdetail?id=${id}`,
  ]) {
    await openNew(page, address)
    await expect(page.getByRole('region', { name: '企业概要' }), address).toContainText(NAME)
  }
})

test('an address that no page has shows that it has none', async ({ page }) => {
  await openNew(page, '/no/such/page')
  await expect(page.getByRole('heading', { name: '页面不存在' }).first()).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(companyRows(page).first()).toBeVisible()
})

test('the pages of a company accept id and companyId', async ({ page, server }) => {
  test.setTimeout(120_000)
  const token = await signIn(page, server)
  const id = encodeURIComponent(await companyIdOf(server, token, LANSHAN))
  await page.goto('/#/home')
  const paths = [
    ...kindsWithPages.map((kind) => listPathOf(kind, '').split('?')[0] ?? ''),
    '/#/company/detail',
    '/#/overview/businessInfo',
    '/#/phoneDetail',
  ]
  for (const path of paths) {
    for (const name of ['id', 'companyId']) {
      await page.evaluate((to) => (location.hash = to), `${path.slice(1)}?${name}=${id}`)
      await expect(page.getByText(LANSHAN).first(), `${path} ${name}`).toBeVisible()
    }
  }
})
