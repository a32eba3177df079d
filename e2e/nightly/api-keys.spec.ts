import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expectAccessible } from '../lib/accessible.ts'
import type { TestServer } from '../lib/server.ts'
import { expect, signIn, test } from '../lib/test.ts'

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
