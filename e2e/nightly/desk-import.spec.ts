import type { Page } from '@playwright/test'
import { workbookBytes } from '../../server/src/importers/file/template-workbook.ts'
import { expectAccessible } from '../lib/accessible.ts'
import { createSession, deskOf, signInOperator } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const ROWS = 20_000
const BAD = 30
const NAME = '岚溪演示进口设备有限公司'
/** A header that portals do not use, so that the operator maps it by hand. */
const HEADER = ['主体', '经营状态', '成立日期', '注册资本(万元)', '备注']

/** Chinese headers; every bad row has no name. */
function workbook(): Buffer {
  const every = Math.floor(ROWS / BAD)
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const name = at === ROWS - 1 ? NAME : `演示进口${String(at).padStart(5, '0')}号有限公司`
    return [at % every === 0 && at / every < BAD ? '' : name, '存续', '2024-05-03', String(100 + at), '内部核对']
  })
  return Buffer.from(workbookBytes([{ name: '数据', rows: [HEADER, ...rows] }]))
}

async function confirm(page: Page, button: '开始导入' | '继续导入' | '撤销导入', code: string | undefined) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('动态码或恢复码').fill(code ?? '')
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

test('an operator maps, tries, starts, stops, resumes and undoes a workbook that he uploads', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000)
  const codes = await signInOperator(page, server, '演示进口', '数据')
  await page.goto(`${deskOf(server)}/#/imports`)
  await page.getByRole('link', { name: '上传文件' }).click()
  await expectAccessible(page, 'upload')
  await page
    .getByLabel('选择文件')
    .setInputFiles({ name: '演示市企业登记.xlsx', mimeType: 'application/octet-stream', buffer: workbook() })

  await test.step('columns are proposed and corrected', async () => {
    await expect(page.getByLabel('经营状态 对应')).toHaveValue('status', { timeout: 30_000 })
    await expect(page.getByLabel('主体 对应')).toHaveValue('')
    await page.getByLabel('主体 对应').selectOption('企业名称')
    await page.getByLabel('来源').selectOption('demo')
    await expectAccessible(page, 'mapping')
  })

  await test.step('the dry run counts, and stores nothing', async () => {
    await page.getByRole('button', { name: '试运行' }).click()
    const result = page.getByRole('region', { name: '试运行结果' })
    await expect(result).toContainText('试运行读取20,000', { timeout: 180_000 })
    await expect(result).toContainText(`未收录${BAD}`)
    await expect(result).toContainText('前 30 条，共 30 条')
    await expectAccessible(page, 'dry run')
  })

  await test.step('the import stops and resumes', async () => {
    await page.getByRole('button', { name: '开始导入' }).click()
    await confirm(page, '开始导入', codes[0])
    await page.getByRole('button', { name: '停止' }).click()
    await expect(page.getByRole('alert')).toContainText('操作员停止了导入', { timeout: 120_000 })
    await page.getByRole('button', { name: '继续导入' }).click()
    await confirm(page, '继续导入', codes[1])
    const result = page.getByRole('region', { name: '导入结果' })
    await expect(result).toContainText('读取20,000', { timeout: 180_000 })
    await expect(result).toContainText(`未收录${BAD}`)
    await expectAccessible(page, 'import')
  })

  const token = await createSession(server)
  const address = `${server.baseUrl}/api/h5/v1/company/search?keyword=${encodeURIComponent(NAME)}`
  const search = async () => (await page.request.get(address, { headers: { token } })).text()
  await expect.poll(search, { timeout: 60_000 }).toContain(NAME)

  await test.step('the undo removes its companies from the search', async () => {
    await page.getByRole('region', { name: '导入结果' }).getByRole('link').click()
    await page.getByRole('button', { name: '撤销这次导入' }).click()
    await confirm(page, '撤销导入', codes[2])
    await expect(page.getByText('已撤销', { exact: true }).first()).toBeVisible({ timeout: 180_000 })
    await expect.poll(search, { timeout: 60_000 }).not.toContain(NAME)
  })
})
