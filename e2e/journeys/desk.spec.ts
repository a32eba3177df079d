import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { root } from '../../tools/lib/paths.mjs'
import { expectAccessible } from '../lib/accessible.ts'
import { attachPicture } from '../lib/pages.ts'
import { callApi } from '../lib/records.ts'
import type { TestServer } from '../lib/server.ts'
import {
  companyIdOf,
  createSession,
  deskOf,
  OPERATOR_PASSWORD,
  sendToDesk,
  signInOperator,
  totpAt,
} from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

// Operators work at a desk; the other journeys are on a phone.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const deskBuild = join(root, 'web/dist-desk')
/** Addresses of the files of the desk's build. */
const deskFiles = () =>
  readdirSync(deskBuild, { recursive: true, withFileTypes: true })
    // Not the stamp of the build, which no port serves.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(deskBuild.length))

const COMPANY = '光溪演示机械制造股份有限公司'

/** Another browser, of a user. */
async function openPhone(browser: Browser, server: TestServer, token: string): Promise<Page> {
  const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, baseURL: server.baseUrl }
  const page = await (await openContext(browser, phone)).newPage()
  await signInAs(page, token)
  return page
}

const numberOn = async (page: Page, prefix: 'JC' | 'FB') =>
  new RegExp(`${prefix}\\d{8}-[A-Z0-9]{8}`).exec((await page.textContent('body')) ?? '')?.[0] ?? ''

async function attachEvidence(phone: Page) {
  await attachPicture(phone, '证据.png')
  await expect(phone.getByAltText('第 1 张，已上传')).toBeVisible()
}

async function openPicture(page: Page, where: string) {
  await page.getByRole('button', { name: '图 1' }).click()
  await expect(page.getByAltText('提交人上传的图片')).toBeVisible()
  await page.getByRole('button', { name: '旋转' }).click()
  await page.getByRole('button', { name: '放大' }).click()
  await expectAccessible(page, where)
}

/** Renews a picture of the documents when `DOCS_IMAGES=1`. `height`: of its upper part. */
async function savePicture(page: Page, name: string, height = 800) {
  if (process.env['DOCS_IMAGES'] !== '1') return
  await page.emulateMedia({ colorScheme: 'light' })
  const clip = { x: 0, y: 0, width: 1280, height }
  await page.screenshot({ path: `docs/images/${name}.png`, scale: 'css', clip })
}

test('the first administrator sets up the desk with the printed address, and signs in by a recovery code', {
  tag: '@nightly',
}, async ({ page, server, browser }) => {
  // Another journey may have started the server again: each start prints its own address.
  const [address = ''] = server.output.match(/http:\S+#\/setup\?code=\S+?(?=（)/g)?.slice(-1) ?? []
  await page.goto(address)
  await page.getByLabel('姓名').fill('演示甲')
  await page.getByLabel(/^密码/).fill(OPERATOR_PASSWORD)
  await expectAccessible(page, 'set-up')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('heading', { name: '保存 10 个恢复码' })).toBeVisible()
  await expectAccessible(page, 'authenticator')
  await savePicture(page, 'desk-authenticator')
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
  await savePicture(page, 'desk-checks')
  await page.getByRole('button', { name: '数据库：往返' }).click()
  await expect(page.getByRole('row', { name: /数据库.*通过/ })).toBeVisible()
  await page.getByRole('link', { name: '以后再说' }).click()
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()

  await test.step('the address works once', async () => {
    const other = await (await openContext(browser)).newPage()
    await other.goto(address)
    await expect(other.getByRole('alert')).toContainText('设置码不正确、已用过或已过期')
    await other.context().close()
  })

  await test.step('a failed login says nothing of its reason, and a recovery code signs in once', async () => {
    const signIn = async (password: string, code: string) => {
      await page.getByLabel('姓名').fill('演示甲')
      await page.getByLabel('密码').fill(password)
      await page.getByLabel('动态码或恢复码').fill(code)
      await page.getByRole('button', { name: '登录' }).click()
    }
    const [code = ''] = codes
    const refused = page.getByRole('alert').filter({ hasText: '姓名、密码或动态码不正确' })
    await page.getByRole('button', { name: '退出' }).click()
    await expectAccessible(page, 'login')
    await signIn('another password', code)
    await expect(refused).toBeVisible()
    await signIn(OPERATOR_PASSWORD, code)
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await page.getByRole('button', { name: '退出' }).click()
    await signIn(OPERATOR_PASSWORD, code)
    await expect(refused).toBeVisible()
  })
})

test('an objection with evidence is decided at the desk, its mark disappears from the phone, and it is reopened', {
  tag: '@nightly',
}, async ({ page, server, browser }) => {
  const token = await createSession(server)
  const companyId = await companyIdOf(server, token, COMPANY)
  const records = () => callApi(server, token, '/v1/legalRisk/dishonestExecutor/list', { companyId })
  const { list } = await records()
  const [record]: Record<string, unknown>[] = Array.isArray(list) ? list : []
  const recordId = String(record?.['id'])
  const phone = await openPhone(browser, server, token)
  const query = new URLSearchParams({ companyId, recordKind: 'dishonestExecutor', recordId })
  await phone.goto(`/#/user/feedback?${query.toString()}`)
  await phone.getByRole('button', { name: '信息有误' }).click()
  await phone.getByLabel(/问题与正确内容/).fill('演示：该案已履行完毕，应移出名单。')
  await phone.getByRole('button', { name: '本企业' }).click()
  await attachEvidence(phone)
  await phone.getByRole('button', { name: '提交异议' }).click()
  await expect(phone.getByRole('heading', { name: '已受理' })).toBeVisible()
  const number = await numberOn(phone, 'JC')
  const recordPage = `/#/legalRisk/dishonestExecutorDetail?id=${recordId}&companyId=${companyId}`
  const mark = phone.getByText('收到异议，核查期间不计入当前数量')
  await phone.goto(recordPage)
  await expect(mark).toBeVisible()

  await signInOperator(page, server, '演示核查', '核查')
  await page.goto(deskOf(server))
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByText('已标记异议处理中')).toBeVisible()
  await savePicture(page, 'desk-correction', 564)
  await openPicture(page, 'objection')
  await page.getByRole('button', { name: '开始核查' }).click()
  await expect(page.getByRole('button', { name: '保存核查记录' })).toBeVisible()
  await page.getByRole('radio', { name: /^维持/ }).check()
  await page.getByRole('button', { name: '决定：维持' }).click()
  await expect(page.getByRole('alert')).toHaveText('维持或无法确认，须填写理由。')
  await page.getByLabel(/^理由/).fill('演示：原文如此。')
  await page.getByRole('button', { name: '决定：维持' }).click()
  const reopen = page.getByRole('button', { name: '重新核查' })
  await expect(reopen).toBeVisible()

  await phone.reload()
  await expect(phone.getByText('演示：原文如此。')).toBeVisible()
  await expect(mark).toHaveCount(0)

  await reopen.click()
  const dialog = page.getByRole('dialog', { name: '撤销决定，重新核查？' })
  await expectAccessible(page, 'reopening')
  await dialog.getByLabel(/^理由/).fill('演示：来源更正了原文。')
  await dialog.getByRole('button', { name: '重新核查' }).click()
  await expect(page.getByRole('button', { name: '保存核查记录' })).toBeVisible()
  await phone.reload()
  await expect(mark).toBeVisible()
  await phone.context().close()
})

test('feedback with a picture is answered at the desk, and its sender is locked while using a page', {
  tag: '@nightly',
}, async ({ page, server, browser }) => {
  const token = await createSession(server)
  const phone = await openPhone(browser, server, token)
  await phone.goto('/#/user/feedback')
  await phone.getByRole('button', { name: '功能异常' }).click()
  await phone.getByLabel(/问题描述/).fill('演示：<b>搜索</b>结果页空白。')
  await attachEvidence(phone)
  await phone.getByRole('button', { name: '提交', exact: true }).click()
  await expect(phone.getByText('提交成功，回复将在“我的”中提醒')).toBeVisible()
  const number = await numberOn(phone, 'FB')
  await signInOperator(page, server, '演示客服', '客服')

  await test.step('the text of both is text, and the answer is unread on the phone', async () => {
    await page.goto(deskOf(server))
    await page.getByRole('link', { name: number }).click()
    await expect(page.locator('.messages')).toContainText('<b>搜索</b>')
    await openPicture(page, 'feedback')
    await page.getByLabel(/^回复/).fill('演示：<i>已修复</i>。')
    await page.getByRole('button', { name: '回复', exact: true }).click()
    await expect(page.locator('.messages')).toContainText('<i>已修复</i>')
    await phone.goto('/#/home')
    await phone.reload()
    await phone.getByRole('link', { name: /我的\s*，有新回复/ }).click()
    await phone.getByRole('link', { name: '帮助与反馈 1 条新回复' }).click()
    await phone.getByRole('link', { name: /结果页空白/ }).click()
    await expect(phone.getByText('演示：<i>已修复</i>。')).toBeVisible()
  })

  await test.step('the phone reads the reason of the lock at its next call, until the account is unlocked', async () => {
    await phone.goto('/#/home')
    await page.locator('a[href^="#/users/"]').click()
    await page.getByRole('button', { name: '停用账户' }).click()
    const lock = page.getByRole('dialog', { name: '停用这个账户？' })
    await lock.getByLabel('停用至（含当日）').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
    await lock.getByLabel(/^理由/).fill('演示：批量抓取')
    await lock.getByRole('button', { name: '停用' }).click()
    await expect(page.getByRole('button', { name: '恢复账户' })).toBeVisible()
    await expectAccessible(page, 'user')
    const dialog = phone.getByRole('alertdialog', { name: '账户已停用' })
    await expect(dialog).toHaveCount(0)
    await phone.goto(`/#/company/detail?id=${await companyIdOf(server, token, COMPANY)}&tab=overview`)
    await expect(dialog).toContainText('原因：演示：批量抓取')

    await page.getByRole('button', { name: '恢复账户' }).click()
    const unlock = page.getByRole('dialog', { name: '恢复这个账户？' })
    await unlock.getByLabel('理由').fill('演示：已说明')
    await unlock.getByRole('button', { name: '恢复' }).click()
    await expect(page.getByRole('button', { name: '恢复账户' })).toHaveCount(0)
    await phone.reload()
    await expect(phone.getByRole('heading', { name: COMPANY }).last()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
  await phone.context().close()
})

/** Pages with the roles that see them beside the administrator. */
const rolesOfPages: Record<string, readonly string[]> = {
  待办: ['核查', '客服', '运营', '数据'],
  纠错与异议: ['核查'],
  反馈: ['客服'],
  用户: ['客服'],
  隐藏号码: ['核查'],
  记录与人员屏蔽: ['核查'],
  数据来源: ['数据'],
  导入: ['数据'],
  企业: ['数据'],
  更新与收录: ['数据'],
  统计: ['运营', '数据'],
  运行: [],
  检查: [],
  备份: [],
  操作员: [],
  审计: [],
}

test('each role sees its pages and no others, and nothing of the desk is reached from the public port', {
  tag: '@nightly',
}, async ({ page, server, browser }) => {
  const pages = Object.keys(rolesOfPages)
  const desk = deskOf(server)
  for (const role of ['核查', '客服', '运营', '数据']) {
    const context = await openContext(browser)
    const other = await context.newPage()
    await signInOperator(other, server, `演示${role}员`, role)
    await other.goto(desk)
    await expect(other.getByRole('heading', { name: '待办' })).toBeVisible()
    const shown = (await other.getByRole('navigation', { name: '页面' }).getByRole('link').allTextContents()).filter(
      (title) => pages.includes(title),
    )
    expect.soft([role, shown]).toEqual([role, pages.filter((title) => rolesOfPages[title]?.includes(role))])
    await other.goto(`${desk}/#/audit`)
    await expect(other.getByRole('button', { name: '校验' })).toHaveCount(0)
    await context.close()
  }

  await signInOperator(page, server, '演示管理', '管理员')
  await page.goto(desk)
  await test.step('the pages of data and of the system open', async () => {
    for (const [title, text] of [
      ['数据来源', '覆盖范围与读者所见'],
      ['导入', 'companies.ndjson'],
      ['企业', '没有隐藏或移除的企业'],
      ['统计', '该期间没有数据'],
      ['运行', '生效中的限制'],
      ['备份', '还没有备份'],
    ] as const) {
      await page.getByRole('link', { name: title, exact: true }).click()
      await expect(page.getByText(text).first()).toBeVisible()
      await expectAccessible(page, title)
    }
  })
  const current = '/session/current'
  const answer = async (headers: Record<string, string>) =>
    (await sendToDesk(page, desk, '/audit/verify', {}, headers)).json()
  expect(await answer({})).toMatchObject({ code: 0 })
  // The cookie is sent to every port of the host.
  const foreign = [{ origin: server.baseUrl }, { origin: 'null' }, { 'x-baiqicha-desk': '' }]
  for (const headers of foreign)
    expect.soft(await answer(headers)).toMatchObject({ code: 400, message: expect.stringContaining('来源不符') })
  const byForm = await page.request.post(`${desk}/api/desk/audit/verify`, { form: {}, headers: { origin: desk } })
  expect.soft((await byForm.json()).code).not.toBe(0)
  for (const path of [`/api/desk${current}`, '/api/desk/audit/verify', '/preview.js']) {
    expect.soft((await page.request.get(server.baseUrl + path)).status(), path).toBe(404)
  }
  const served = async (origin: string, path: string) => (await page.request.get(origin + path)).body()
  for (const path of deskFiles()) {
    const content = readFileSync(join(deskBuild, path))
    expect.soft((await served(desk, path)).equals(content), path).toBe(true)
    expect.soft((await served(server.baseUrl, path)).equals(content), path).toBe(false)
  }
  const token = await createSession(server)
  const asUser = await (await openContext(browser)).newPage()
  const refused = await sendToDesk(asUser, desk, '/audit/verify', {}, { token })
  expect(await refused.json()).toMatchObject({ code: 403 })

  await page.getByRole('link', { name: '审计' }).click()
  await page.getByRole('button', { name: '校验' }).click()
  await expect(page.getByText(/^审计链完整/)).toBeVisible()
  await expectAccessible(page, 'audit')
})
