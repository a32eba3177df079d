import { readFileSync } from 'node:fs'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../lib/accessible.ts'
import { totpAt } from '../lib/operators.ts'
import { callApi } from '../lib/records.ts'
import type { TestServer } from '../lib/server.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

// Operators work at a desk; the other journeys are on a phone.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const PASSWORD = '澜山 lan-shan 2026'

async function send(server: TestServer, token: string, path: string, body: object) {
  const response = await fetch(`${server.baseUrl}${API_BASE}${path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data }: { data: { number: string } } = await response.json()
  return data.number
}

/** An objection to a record of a fictional company, and feedback, of one user. */
async function submitBoth(server: TestServer) {
  const token = await createSession(server)
  const companyId = await companyIdOf(server, token, '光溪演示机械制造股份有限公司')
  const { list } = await callApi(server, token, '/v1/legalRisk/dishonestExecutor/list', { companyId })
  const [record]: Record<string, unknown>[] = Array.isArray(list) ? list : []
  const objection = await send(server, token, '/v1/correction/submit', {
    companyId,
    recordId: record?.['id'],
    recordKind: 'dishonestExecutor',
    reason: '信息有误',
    content: '演示：该案已履行完毕，应移出名单。',
    claimant: '本企业',
  })
  const feedback = await send(server, token, '/v1/form/saveFeedback', {
    kind: '功能异常',
    content: '演示：<b>搜索</b>结果页空白。',
  })
  return { token, objection, feedback }
}

/** Sets up the first administrator with the address that the server printed. Returns the secret of the authenticator. */
async function setUpFirst(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await page.getByLabel('姓名').fill('演示甲')
  await page.getByLabel(/^密码/).fill(PASSWORD)
  await expectAccessible(page, 'set-up')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('heading', { name: '保存 10 个恢复码' })).toBeVisible()
  await expectAccessible(page, 'authenticator')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 .txt' }).click()
  const codes = readFileSync(await (await download).path(), 'utf8').split('\n')
  expect(codes).toHaveLength(10)
  const secret = ((await page.locator('.qr .mono').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('动态码').fill(totpAt(secret, Date.now()))
  await page.getByLabel('我已把恢复码存放在别处').check()
  await page.getByRole('button', { name: '绑定并继续' }).click()
  await expect(page.getByRole('row', { name: /短信.*未设置/ })).toBeVisible()
  await expectAccessible(page, 'checks')
  await page.getByRole('button', { name: '数据库：往返' }).click()
  await expect(page.getByRole('row', { name: /数据库.*通过/ })).toBeVisible()
  await page.getByRole('link', { name: '以后再说' }).click()
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()

  await page.getByRole('button', { name: '退出' }).click()
  const signIn = async (password: string, code: string) => {
    await page.getByLabel('姓名').fill('演示甲')
    await page.getByLabel('密码').fill(password)
    await page.getByLabel('动态码或恢复码').fill(code)
    await page.getByRole('button', { name: '登录' }).click()
  }
  await expectAccessible(page, 'login')
  await signIn('another password', codes[0] ?? '')
  await expect(page.getByRole('alert')).toHaveText('姓名、密码或动态码不正确')
  await signIn(PASSWORD, codes[0] ?? '')
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
  return secret
}

test('the first administrator sets up the desk, decides an objection and answers feedback', {
  tag: '@nightly',
}, async ({ page, server }) => {
  test.setTimeout(180_000)
  const { token, objection, feedback } = await submitBoth(server)
  // Another journey may have started the server again: each start prints its own address.
  const [address = ''] = server.output.match(/http:\S+#\/setup\?code=\S+?(?=（)/g)?.slice(-1) ?? []
  const desk = new URL(address).origin
  await setUpFirst(page, address)

  await test.step('the objection is examined and decided', async () => {
    await page.getByRole('link', { name: objection }).click()
    await expect(page.getByText('已标记异议处理中')).toBeVisible()
    await expectAccessible(page, 'objection')
    await page.getByRole('button', { name: '开始核查' }).click()
    await expect(page.getByRole('button', { name: '保存核查记录' })).toBeVisible()
    await page.getByRole('radio', { name: /^维持/ }).check()
    await page.getByRole('button', { name: '决定：维持' }).click()
    await expect(page.getByRole('alert')).toHaveText('维持或无法确认，须填写理由。')
    await page.getByLabel(/^理由/).fill('演示：原文如此。')
    await page.getByRole('button', { name: '决定：维持' }).click()
    await expect(page.getByRole('button', { name: '重新核查' })).toBeVisible()
    const status = await callApi(server, token, '/v1/correction/status', { number: objection })
    expect(status).toMatchObject({ state: '已办结', result: '维持', note: '演示：原文如此。' })
  })

  await test.step('the feedback is text at the desk, and its answer is unread on the phone', async () => {
    await page.goto(`${desk}/#/feedback/${feedback}`)
    await expect(page.locator('.messages')).toContainText('<b>搜索</b>')
    await expectAccessible(page, 'feedback')
    await page.getByLabel(/^回复/).fill('演示：<i>已修复</i>。')
    await page.getByRole('button', { name: '回复', exact: true }).click()
    await expect(page.locator('.messages')).toContainText('<i>已修复</i>')
    const phone = await page.context().newPage()
    await phone.addInitScript((value) => localStorage.setItem('token', value), token)
    await phone.goto(`${server.baseUrl}/#/user`)
    await phone.getByRole('link', { name: '帮助与反馈 1 条新回复' }).click()
    await phone.getByRole('link', { name: /结果页空白/ }).click()
    await expect(phone.getByText('演示：<i>已修复</i>。')).toBeVisible()
    await phone.close()
  })

  await test.step('the pages of data and of the system open', async () => {
    for (const [title, text] of [
      ['数据来源', '覆盖范围与读者所见'],
      ['导入', 'companies.ndjson'],
      ['企业', '没有隐藏或移除的企业'],
      ['统计', '该期间没有数据'],
      ['备份', '还没有备份'],
    ] as const) {
      await page.getByRole('link', { name: title, exact: true }).click()
      await expect(page.getByText(text).first()).toBeVisible()
      await expectAccessible(page, title)
    }
  })

  await test.step('the audit lists the steps, and its chain is whole', async () => {
    await page.getByRole('link', { name: '审计' }).click()
    await expect(page.getByRole('row').filter({ hasText: '决定异议' }).filter({ hasText: objection })).toBeVisible()
    await page.getByRole('button', { name: '校验' }).click()
    await expect(page.getByText(/^审计链完整/)).toBeVisible()
    await expectAccessible(page, 'audit')
  })

  await test.step('the public port serves neither the page nor the calls', async () => {
    const script = await page.locator('script[src]').getAttribute('src')
    for (const path of [script ?? '', '/api/desk/session/current']) {
      expect((await page.request.get(server.baseUrl + path)).status(), path).toBe(404)
    }
  })
})
