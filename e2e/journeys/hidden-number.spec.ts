import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { endSmsWait, fillMobile, fillSmsCode } from '../lib/pages.ts'
import { callApi } from '../lib/records.ts'
import { importRows, type TestServer } from '../lib/server.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

/** A company of the demonstration set, and a mobile that only it publishes. */
const COMPANY = { name: '星河演示餐饮管理有限公司', mobile: '15410000185' }

/** Where a user can find the number. */
async function findings(server: TestServer, token: string) {
  const id = await companyIdOf(server, token, COMPANY.name)
  const detail = await callApi(server, token, '/v1/phone/detail', { id })
  const lead = await callApi(server, token, '/v1/phone/search', { keyword: COMPANY.mobile })
  const company = await callApi(server, token, '/v1/company/search', { keyword: COMPANY.mobile })
  const suggested = await callApi(server, token, '/v1/company/suggest', { keyword: COMPANY.mobile })
  const page = await callApi(server, token, '/v1/company/detail', { id })
  const mask = `${COMPANY.mobile.slice(0, 3)}****${COMPANY.mobile.slice(7)}`
  return {
    contacts: JSON.stringify(detail['contacts']).includes(mask),
    leads: lead['total'],
    companies: company['total'],
    suggestions: Array.isArray(suggested['list']) ? suggested['list'].length : null,
    companyPage: JSON.stringify(page).includes(mask),
  }
}

const nowhere = { contacts: false, leads: 0, companies: 0, suggestions: 0, companyPage: false }

async function openSheet(page: Page): Promise<void> {
  await page.goto('/#/phoneSearch')
  await page.getByRole('button', { name: '号码屏蔽申请' }).click()
  await expect(page.getByRole('dialog', { name: '号码屏蔽申请' })).toBeVisible()
}

test('the owner of a number hides it without an account, it is found nowhere, also after re-import, until the undo', async ({
  page,
  server,
  browser,
}) => {
  const token = await createSession(server)
  expect(await findings(server, token)).toMatchObject({ contacts: true, leads: 1 })

  await openSheet(page)
  await expectAccessible(page, 'hide number')
  await expectToFit(page, 'hide number', [320, 375])
  await fillMobile(page, COMPANY.mobile)
  await fillSmsCode(page, server, COMPANY.mobile)
  await page.getByLabel('短信验证码').press('Enter')
  await expect(page.getByText('号码已隐藏')).toBeVisible()
  await expectAccessible(page, 'hidden')
  await page.getByRole('button', { name: '完成' }).click()
  expect(await findings(server, token)).toEqual(nowhere)

  const row = { companyName: COMPANY.name, value: COMPANY.mobile, category: '年报', year: 2026, state: '实号' }
  importRows(server, ['contact', '--source', 'demo-register'], [row])
  expect(await findings(server, token)).toEqual(nowhere)

  const context = await openContext(browser, { baseURL: server.baseUrl })
  const userPage = await context.newPage()
  await signInAs(userPage, token)
  await userPage.goto(`/#/phoneList?keyword=${COMPANY.mobile}`)
  await expect(userPage.getByText('未查询到公开该号码的企业')).toBeVisible()
  await context.close()

  await endSmsWait(page)
  await page.reload()
  await openSheet(page)
  await page.getByRole('button', { name: '取消隐藏', exact: true }).click()
  await fillMobile(page, COMPANY.mobile)
  await fillSmsCode(page, server, COMPANY.mobile)
  await page.getByRole('button', { name: '取消隐藏该号码' }).click()
  await expect(page.getByText('已取消隐藏')).toBeVisible()
  await expect(async () => {
    expect(await findings(server, token)).toMatchObject({ contacts: true, leads: 1 })
  }).toPass({ timeout: 20_000 })
})
