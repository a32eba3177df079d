import { readFileSync } from 'node:fs'
import { readPdf } from '../../server/test/report/read-pdf.ts'
import { claimGift, companyIdOf, createSession } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const NAME = '光溪演示机械制造股份有限公司'

test('a report is ordered and opened, and a code copied from it finds the company', async ({ page, server }) => {
  const token = await createSession(server)
  await claimGift(server, token)
  const id = await companyIdOf(server, token, NAME)
  await signInAs(page, token)
  await page.goto(`/#/company/detail?id=${id}`)
  await page.getByRole('button', { name: /生成报告/ }).click()
  const sheet = page.getByRole('dialog', { name: '企业信息报告' })
  await sheet.getByRole('button', { name: '变更记录' }).click()
  await sheet.getByRole('button', { name: '生成报告' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^打开.*的报告$/ }).click({ timeout: 60_000 })
  const { text, pages } = await readPdf(readFileSync(await (await download).path()))
  expect(pages.length).toBeLessThanOrEqual(60)
  const [, code = ''] = /统一社会信用代码([0-9A-Z]{18})/.exec(text) ?? []
  expect(code).not.toBe('')
  await page.goto(`/#/search/result?keyword=${code}`)
  await expect(page.getByText(NAME).first()).toBeVisible()
})
