import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../lib/accessible.ts'
import type { TestServer } from '../lib/server.ts'
import { claimGift, companyIdOf, createSession } from '../lib/session.ts'
import { expect, signIn, signInAs, test } from '../lib/test.ts'

const NAME = '光溪演示机械制造股份有限公司'

/** What the table states for a group of callers, in the order of its columns. */
const stated = {
  visitor: { reports: /无$/, batch: /无$/, alerts: /无$/, keys: /无$/ },
  registered: { reports: /无$/, batch: /^50/, alerts: /^有/, keys: /^3/ },
  vip: { reports: /^20/, batch: /^10,000/, alerts: /^有/, keys: /^3/ },
} as const
type Level = keyof typeof stated
const levels = ['visitor', 'registered', 'vip'] as const satisfies Level[]

async function readTable(page: Page, level: Level) {
  await page.goto('/#/user/members')
  const cell = (row: RegExp) => page.getByRole('row', { name: row }).getByRole('cell').nth(levels.indexOf(level))
  await expect(cell(/企业信息报告/)).toHaveText(stated[level].reports)
  await expect(cell(/批量查询/)).toHaveText(stated[level].batch)
  await expect(cell(/每日简报与 Webhook/)).toHaveText(stated[level].alerts)
  await expect(cell(/API 密钥/)).toHaveText(stated[level].keys)
}

const startReport = async (page: Page, id: string) => {
  await page.goto(`/#/company/detail?id=${id}`)
  await page.getByRole('button', { name: /^生成报告/ }).click()
}

async function lookUp(page: Page) {
  await page.getByLabel('企业名称或代码').fill(`${NAME}\n（）`)
  await page.getByRole('button', { name: '开始查询' }).click()
  await expect(page.getByRole('tab', { name: /^唯一匹配\s*1/ })).toBeVisible({ timeout: 30_000 })
}

async function createKeyAndWebhook(page: Page) {
  await page.goto('/#/user/setting')
  const keys = page.getByRole('region', { name: 'API 密钥' })
  await keys.getByRole('button', { name: '创建密钥' }).click()
  const sheet = page.getByRole('dialog', { name: '创建 API 密钥' })
  await sheet.getByRole('textbox').fill('智能体')
  await sheet.getByRole('button', { name: '创建', exact: true }).click()
  await sheet.getByRole('button', { name: '完成' }).click()
  await expect(keys).toContainText('1/3')
  await page
    .getByRole('region', { name: '动态推送' })
    .getByRole('button', { name: /开启.*Webhook/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Webhook' })).toBeVisible()
}

test('a visitor has none of report, batch, alerts and keys, and is sent to the login', async ({ page, server }) => {
  await readTable(page, 'visitor')
  await startReport(page, await companyIdOf(server, await createSession(server), NAME))
  await expect(page).toHaveURL(/#\/login/)
  for (const address of ['/batch', '/user/report', '/user/setting']) {
    await page.goto(`/#${address}`)
    await expect(page).toHaveURL(/#\/login/)
  }
})

test('a registered user looks up 50 rows without a file, has alerts and keys, and no report', async ({
  page,
  server,
}) => {
  const token = await createSession(server)
  const id = await companyIdOf(server, token, NAME)
  await signInAs(page, token)
  await readTable(page, 'registered')
  await startReport(page, id)
  await expect(page).toHaveURL(/#\/user\/members/)
  await page.goto('/#/batch')
  await expect(page.getByText(/今日还可查询 50 行/)).toBeVisible()
  await lookUp(page)
  await expect(page.getByText('会员可下载 CSV 与 XLSX')).toBeVisible()
  await expect(page.getByRole('button', { name: '下载 XLSX' })).toBeHidden()
  await createKeyAndWebhook(page)
})

test('a member orders a report, downloads a list, and has alerts and keys', async ({ page, server }) => {
  const token = await createSession(server)
  await claimGift(server, token)
  const id = await companyIdOf(server, token, NAME)
  await signInAs(page, token)
  await readTable(page, 'vip')
  await startReport(page, id)
  const sheet = page.getByRole('dialog', { name: '企业信息报告' })
  await sheet.getByRole('button', { name: '生成报告' }).click()
  await expect(page.getByText('已生成')).toBeVisible({ timeout: 60_000 })
  await page.goto('/#/batch')
  await expect(page.getByText('今日还可提交 5 份，每份最多 2,000 行')).toBeVisible()
  await lookUp(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 XLSX' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await createKeyAndWebhook(page)
})

async function connect(server: TestServer, key: string): Promise<Client> {
  const client = new Client({ name: 'journey', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.baseUrl), { requestInit }))
  return client
}

test('a key is created in 账号设置, used by an agent, and revoked', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/#/user/setting')
  const card = page.getByRole('region', { name: 'API 密钥' })
  await card.getByRole('button', { name: '创建密钥' }).click()
  const sheet = page.getByRole('dialog', { name: '创建 API 密钥' })
  await sheet.getByRole('textbox').fill('智能体')
  await sheet.getByRole('button', { name: '创建', exact: true }).click()
  const key = await sheet.locator('code').innerText()
  await expectAccessible(page, 'a created API key')
  await sheet.getByRole('button', { name: '完成' }).click()
  await expect(card).toContainText('尚未使用')
  await expectAccessible(page, 'API keys')

  const client = await connect(server, key)
  const name = 'search_companies'
  const found = await client.callTool({ name, arguments: { keyword: '比亚迪股份有限公司' } })
  expect(JSON.stringify(found.structuredContent)).toContain('比亚迪股份有限公司')
  await client.close()

  await page.reload()
  await expect(card).toContainText('今日 1/')
  await card.getByRole('button', { name: /撤销.*智能体/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click()
  await expect(card).toContainText('0/3')
  await expect(connect(server, key)).rejects.toThrow('API 密钥无效、已撤销或已过期')
})
