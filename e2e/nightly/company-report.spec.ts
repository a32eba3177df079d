import { readFileSync } from 'node:fs'
import { companyReportsSchema } from '@baiqicha/contract/report'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { API_BASE } from '@baiqicha/contract/routes/route'
import * as z from 'zod/mini'
import { readPdf } from '../../server/test/report/read-pdf.ts'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { raisedLimitsFile, TestServer } from '../lib/server.ts'
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
  await expectAccessible(page, 'sheet of a report')
  await expectToFit(page, 'sheet of a report', [320, 375])
  await sheet.getByRole('button', { name: '生成报告' }).click()
  const opening = page.getByRole('button', { name: /^打开.*的报告$/ })
  await expect(opening).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page, 'reports')
  const download = page.waitForEvent('download')
  await opening.click()
  const { text, pages } = await readPdf(readFileSync(await (await download).path()))
  expect(pages.length).toBeLessThanOrEqual(60)
  const [, code = ''] = /统一社会信用代码([0-9A-Z]{18})/.exec(text) ?? []
  expect(code).not.toBe('')
  await page.goto(`/#/search/result?keyword=${code}`)
  await expect(page.getByText(NAME).first()).toBeVisible()
})

test('reports of a killed server are made by the next one, once', async () => {
  const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
  await server.start()
  const token = await createSession(server)
  await claimGift(server, token)
  const companyId = await companyIdOf(server, token, NAME)
  const headers = { token, 'content-type': 'application/json' }
  const states = async () => {
    const response = await fetch(`${server.baseUrl}${API_BASE}${companyReportRoutes.reportList.path}`, { headers })
    const { data } = z.parse(z.object({ data: companyReportsSchema }), await response.json())
    return data.list.map(({ state }) => state)
  }
  const order = () =>
    fetch(`${server.baseUrl}${API_BASE}${companyReportRoutes.createReport.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ companyId }),
    })

  await Promise.all(Array.from({ length: 6 }, order))
  await expect.poll(states).toContain('running')
  await server.stop('SIGKILL')
  await server.start()
  expect(await states()).toContain('waiting')
  await expect.poll(states, { timeout: 60_000 }).toEqual(Array(6).fill('done'))

  await test.step('a server that is asked to end leaves its report to the next one', async () => {
    await Promise.all(Array.from({ length: 4 }, order))
    await expect.poll(states).toContain('running')
    const startedAt = Date.now()
    await server.stop('SIGTERM')
    expect(Date.now() - startedAt).toBeLessThan(9_000)
    await server.start()
    await expect.poll(states, { timeout: 60_000 }).toEqual(Array(10).fill('done'))
  })
  await server.dispose()
})
