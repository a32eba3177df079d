import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { logInOnPage, openResults } from '../lib/pages.ts'
import { callApi } from '../lib/records.ts'
import { changeStore, importRows, type TestServer } from '../lib/server.ts'
import { claimGift, companyIdOf, createSession, followCompany, freshMobile } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

const COMPANY = { name: '禾岸演示科技有限公司', code: '91990002MAE2Y49AXD' }
/** Companies that no journey imports data for. */
const OTHERS = [
  '北辰演示控股集团有限公司',
  '北辰演示产业投资有限公司',
  '北辰演示科技发展有限公司',
  '北辰演示精密制造有限公司',
  '北辰演示供应链管理有限公司',
  '旭川演示银行股份有限公司',
]
const TAP = 44

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

let cases = 0

/** A case of the company that no earlier import has. */
const newCase = (filedDate = day(10)) => ({
  name: COMPANY.name,
  certNo: COMPANY.code,
  caseNo: `（2026）演0909执${process.pid}${++cases}号`,
  court: '演示市示例区人民法院',
  execAmount: 1000,
  execAmountUnit: '元',
  filedDate,
  asOf: day(1),
})

const importCases = (server: TestServer, rows: readonly object[], ...options: string[]) =>
  importRows(server, ['executedPerson', '--source', 'demo-execution', ...options], rows)

async function followOthers(server: TestServer, token: string, count: number): Promise<void> {
  for (const name of OTHERS.slice(0, count)) await followCompany(server, token, await companyIdOf(server, token, name))
}

const mineTab = (page: Page) => page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: /我的/ })
const change = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text })

/** Reloads Home until the tab 我的 has this name: a job counts new events every two seconds. */
const expectMineTab = (page: Page, name: RegExp) =>
  expect(async () => {
    await page.goto('/#/home')
    await page.reload()
    await expect(mineTab(page)).toHaveText(name, { timeout: 1_500 })
  }).toPass({ timeout: 20_000 })

test('a followed company changes: dot, list of changes, and both are seen on a second device and in a second tab', async ({
  page,
  server,
  context,
  browser,
}) => {
  const mobile = freshMobile()
  const [token, second] = [await createSession(server, mobile), await createSession(server, mobile)]
  await signInAs(page, token)
  await page.goto(`/#/company/detail?id=${await companyIdOf(server, token, COMPANY.name)}`)
  await page.getByRole('button', { name: '关注', exact: true }).click()
  await expect(page.getByText('已关注').first()).toBeVisible()
  await page.getByRole('button', { name: '设置分组' }).click()
  const sheet = page.getByRole('dialog', { name: '选择分组' })
  await sheet.getByLabel('分组名称').fill('客户')
  await expectAccessible(page, 'groups')
  await sheet.getByRole('button', { name: '新建' }).click()
  await expect(page.getByText('已移至“客户”')).toBeVisible()

  importCases(server, [newCase(), newCase(day(200))])
  await expectMineTab(page, /有新动态/)
  const since = page.getByRole('region', { name: '自上次查看' })
  await expect(since.getByRole('listitem')).toHaveText([/禾岸演示科技.*新增被执行人信息 1 条/])
  const tab = await context.newPage()
  await tab.goto('/#/home')
  await expect(mineTab(tab)).toHaveText(/有新动态/)
  const device = await openContext(browser, { baseURL: server.baseUrl })
  const devicePage = await device.newPage()
  await signInAs(devicePage, second)
  await expectMineTab(devicePage, /有新动态/)

  await mineTab(page).click()
  // The late change is listed and never counted.
  await page.getByRole('link', { name: /^1\s*关注企业\s*，1 条新动态$/ }).click()
  await expect(page).toHaveURL(/#\/user\/follow\?tab=changes$/)
  const recent = change(page, day(10))
  await expect(recent).toContainText(`新增被执行人信息 1 条（立案 ${day(10)}）`)
  await expect(recent).toContainText('未读')
  await expect(recent).toContainText(`${day(10)} 发生`)
  await expect(recent).toContainText(/\d{4}-\d\d-\d\d 收录/)
  await expect(recent).toContainText('演示执行信息网')
  await expect(recent).toContainText('演示数据')
  await expect(change(page, day(200))).toContainText('较早事项，近期收录')
  await expect(change(page, day(200))).not.toContainText('未读')
  await expectAccessible(page, 'changes')
  await expectToFit(page, 'changes', [320, 375])

  await expect(mineTab(tab)).not.toHaveText(/有新动态/)
  await expect(tab.getByRole('region', { name: '自上次查看' })).toHaveCount(0)
  await expectMineTab(devicePage, /^我的$/)
  await devicePage.goto('/#/user/follow?tab=changes')
  await expect(change(devicePage, day(10))).not.toContainText('未读')
  await device.close()

  await recent.getByRole('link', { name: /新增被执行人信息/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '被执行人详情' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(recent).toContainText('未读')
})

test('a removal is listed like an addition', async ({ page, server }) => {
  const token = await createSession(server)
  await followCompany(server, token, await companyIdOf(server, token, COMPANY.name))
  const row = newCase()
  importCases(server, [row])
  importCases(server, [row], '--removals')
  await signInAs(page, token)
  await page.goto('/#/user/follow?tab=changes')
  const removal = page.getByRole('heading', { name: '移出被执行人信息 1 条' }).first()
  await expect(removal).toBeVisible()
  const styleOf = (text: string) =>
    page
      .getByRole('heading', { name: text })
      .first()
      .getByRole('link')
      .evaluate((link) => {
        const { color, fontSize, fontWeight } = getComputedStyle(link)
        return { color, fontSize, fontWeight }
      })
  importCases(server, [newCase()])
  await page.reload()
  await expect(page.getByRole('heading', { name: /新增被执行人信息/ }).first()).toBeVisible()
  expect(await styleOf('移出被执行人信息')).toEqual(await styleOf('新增被执行人信息'))
})

test('the sixth company is refused with a sentence that leads to the members page', async ({ page, server }) => {
  const token = await createSession(server)
  await followOthers(server, token, 5)
  await signInAs(page, token)
  await openResults(page, COMPANY.name)
  const star = page.getByRole('button', { name: `关注${COMPANY.name}` })
  const box = await star.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TAP)
  const name = page.locator('h3').first()
  const nameBefore = await name.boundingBox()
  await star.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('最多关注 5 家企业')
  await expectAccessible(page, 'limit')
  expect(await name.boundingBox()).toEqual(nameBefore)
  await question.getByRole('button', { name: '查看会员权益' }).click()
  await expect(page).toHaveURL(/#\/user\/members/)
  await expect(page.getByRole('row', { name: /关注企业/ })).toContainText('100')
})

test('after a membership the newest beyond five are paused and nothing is deleted', async ({ page, server }) => {
  const token = await createSession(server)
  await claimGift(server, token)
  await followOthers(server, token, 6)
  const { userId } = await callApi(server, token, '/v1/user/getUserDetail', {})
  expect(changeStore(server, 'update user_account set vip_expire_at = ? where id = ?', 1, String(userId))).toBe(1)
  await signInAs(page, token)
  await page.goto('/#/user/follow')
  await expect(page.getByText('会员到期后，超出 5 家的关注已暂停，未删除')).toBeVisible()
  const rows = page.getByRole('list', { name: '关注企业' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: '已暂停' })).toHaveCount(1)
  await expect(rows.first()).toContainText('已暂停')
  await expectAccessible(page, 'paused')
  await expectToFit(page, 'paused', [320, 375])
})

test('a company that is no longer followed comes back by 撤销, with its group', async ({ page, server }) => {
  const token = await createSession(server)
  await followCompany(server, token, await companyIdOf(server, token, OTHERS[0] ?? ''), '客户')
  await signInAs(page, token)
  await page.goto('/#/user/follow')
  await page.getByRole('button', { name: `关注${OTHERS[0]}`, pressed: true }).click()
  await expect(page.getByRole('heading', { name: '暂无关注企业' })).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('button', { name: '客户', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '客户 1' })).toBeVisible()

  await page.getByRole('button', { name: '客户 1' }).click()
  await page.getByRole('button', { name: '编辑分组' }).click()
  await page.getByLabel('分组名称').fill('合作伙伴')
  await expectAccessible(page, 'rename')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '合作伙伴 1', pressed: true })).toBeVisible()
})

test('a visitor logs in, returns to the company, and follows it', async ({ page, server }) => {
  const id = await companyIdOf(server, await createSession(server), COMPANY.name)
  await page.goto(`/#/company/detail?id=${id}`)
  await page.getByRole('button', { name: '关注', exact: true }).click()
  await expect(page).toHaveURL(/#\/login/)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(new RegExp(`company/detail\\?id=${id}`))
  await expect(page.getByRole('button', { name: '已关注' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '已关注' })).toBeVisible()
})

const tabs = [
  { name: '企业', path: '/#/user/follow', call: /follow\/list/, empty: '暂无关注企业' },
  { name: '动态', path: '/#/user/follow?tab=changes', call: /follow\/changes/, empty: '暂无动态' },
]

const answers = {
  list: { list: [], groups: [], limit: 5, unread: 0, seenOn: null },
  changes: { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 },
}

const enlarge = (context: BrowserContext) =>
  context.addInitScript(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'system', isElder: true })))

for (const { name, path, call, empty } of tabs) {
  for (const state of ['loading', 'empty', 'failed'] as const) {
    const title = `${name} is accessible in state ${state}, also in large text`
    test(title, { tag: '@nightly' }, async ({ userPage: page, context }) => {
      await enlarge(context)
      await page.route(call, async (route) => {
        if (state === 'loading') return
        if (state === 'failed') return route.abort()
        const data = route.request().url().includes('list') ? answers.list : answers.changes
        return route.fulfill({ json: { code: 0, message: '', data } })
      })
      await page.goto(path)
      const shown = {
        loading: page.locator('[aria-busy="true"]').first(),
        empty: page.getByRole('heading', { name: empty }),
        failed: page.getByRole('heading', { name: '加载失败' }),
      }
      await expect(shown[state]).toBeVisible()
      await expectAccessible(page, `${name} ${state}`)
      await expectToFit(page, `${name} ${state}`, [320, 375])
    })
  }

  test(`${name} with data fits large text at 320`, async ({ page, context, server }) => {
    await enlarge(context)
    const token = await createSession(server)
    const id = await companyIdOf(server, token, COMPANY.name)
    await followCompany(server, token, id, '一二三四五六七八九十甲乙')
    importCases(server, [newCase()])
    await signInAs(page, token)
    await page.goto(path)
    await expect(page.getByText(COMPANY.name).first()).toBeVisible()
    await expectAccessible(page, name)
    await expectToFit(page, name, [320, 375])
  })
}
