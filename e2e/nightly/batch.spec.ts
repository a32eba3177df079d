import { readFile } from 'node:fs/promises'
import readSheets from 'read-excel-file/node'
import { expectAccessible } from '../lib/accessible.ts'
import { mixedNames } from '../lib/batch.ts'
import { raisedLimitsFile, TestServer } from '../lib/server.ts'
import { claimGift, createSession } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const ROWS = 2_000

test('names are pasted, survive a killed server, get their candidates, and leave as XLSX', async ({ page }) => {
  test.setTimeout(600_000)
  const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
  await server.start()
  const token = await createSession(server)
  await claimGift(server, token)
  await signInAs(page, token)

  await page.goto(`${server.baseUrl}/#/user`)
  await page.getByRole('link', { name: /批量查询/ }).click()
  await expect(page.getByText('今日还可提交 5 份，每份最多 2,000 行')).toBeVisible()
  const names = ['宁得时代', '澜山演示贸易有限公司', '91990001MA0TE5T16H', '（）', ...mixedNames(ROWS - 4)]
  await page.getByLabel('企业名称或代码').fill(names.join('\n'))
  await page.getByRole('button', { name: '开始查询' }).click()

  await test.step('the server is killed in the middle, and the list is continued', async () => {
    const progress = page.getByRole('progressbar', { name: '查询进度' })
    await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0)
    await server.stop('SIGKILL')
    await server.start()
    await expect(page.getByRole('tab', { name: /^全部\s*2000/ })).toBeVisible({ timeout: 120_000 })
  })

  await test.step('a candidate is chosen', async () => {
    await page.getByRole('tab', { name: /^待选择/ }).click()
    const row = page.getByRole('article').filter({ hasText: '宁得时代' })
    await row.getByRole('radio', { name: /宁德时代新能源科技股份有限公司/ }).check()
    await expect(page.getByRole('tab', { name: /^已选择\s*1/ })).toBeVisible()
    await page.getByRole('tab', { name: /^全部/ }).click()
    await expect(page.getByRole('article').first()).toContainText('已选择')
    await expectAccessible(page, 'results')
  })

  await test.step('the file opens in another reader', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 XLSX' }).click(),
    ])
    const sheets = await readSheets(await readFile(await download.path()))
    const [results, sources] = sheets
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['结果', '来源'])
    const [headings = [], ...rows] = results?.data ?? []
    const column = (heading: string) => headings.indexOf(heading)
    const valuesOf = (at: number, ...wanted: string[]) => wanted.map((heading) => rows[at]?.[column(heading)])
    expect(rows).toHaveLength(ROWS)
    expect(rows.map((row) => row[column('输入')])).toEqual(names)
    expect(valuesOf(0, '结果', '企业名称')).toEqual(['多个候选', '宁德时代新能源科技股份有限公司'])
    expect(valuesOf(1, '结果', '统一社会信用代码')).toEqual(['唯一匹配', '91990001MA0TE5T16H'])
    expect(valuesOf(3, '结果', '说明')).toEqual(['无效', '只有符号，无法查询'])
    expect(sources?.data.length).toBeGreaterThan(5)
  })
  await server.dispose()
})
