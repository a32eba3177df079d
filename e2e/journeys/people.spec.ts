import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { expect, LANSHAN, openContext, signInAll, test } from '../lib/test.ts'

/** Two demonstration persons, whom their certificates distinguish, and a listing without certificate have this name. */
const NAME = '演示寅丑'
const NOTICE = '同名不代表同一人，请核对证件号、年龄和法院。'
const widths = [320, 375]
const SEARCH = '**/api/h5/v1/people/search'
const PERSON = '**/api/h5/v1/people/detail*'

const user = signInAll()

const groups = (page: Page) => page.locator('#debtors section')

async function search(page: Page, type: '企业' | '自然人', name: string) {
  await page.goto('/#/home')
  await page.getByRole('link', { name: /查企业失信/ }).click()
  await page.getByRole('tab', { name: type, exact: true }).click()
  await page.getByRole('textbox', { name: /^被执行人/ }).fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(type === '企业' ? /#\/peopleList\?name=[^&]+$/ : /#\/peopleList$/)
}

const personPath = (position: Record<string, string>) =>
  `/#/overview/person?${new URLSearchParams({ companyId: user.lanshan, ...position }).toString()}`

test('查企业失信 finds a company, its record and its history', async ({ page }) => {
  await search(page, '企业', '澜山演示')
  await expect(groups(page).filter({ hasText: LANSHAN })).toContainText('（2026）演0101执1234号')
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await page.getByRole('tab', { name: '历史' }).click()
  await expect(groups(page).first()).toContainText('已移出')
  await page.getByRole('tab', { name: '当前' }).click()
  await page
    .getByRole('link', { name: /^详情.*1234号/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '失信被执行人详情' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(groups(page).filter({ hasText: LANSHAN })).toBeVisible()
})

test('none found and not connected are different answers', async ({ page }) => {
  await search(page, '自然人', '演示辰巳')
  await expect(page.getByRole('heading', { name: /^截至 \d{4}-\d{2}-\d{2} 未查询到$/ })).toBeVisible()
  await expect(page.getByText('未查询到不代表没有', { exact: false })).toBeVisible()
  await search(page, '自然人', '陈样例')
  await expect(page.getByRole('heading', { name: '未接入该数据源' })).toBeVisible()
})

test('two persons of one name stay apart, and a listing without certificate is added to neither', async ({ page }) => {
  await search(page, '自然人', NAME)
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expect(groups(page)).toHaveCount(3)
  const [first, second, third] = await groups(page).all()
  if (first === undefined || second === undefined || third === undefined) throw new Error('three groups are shown')
  await expect(first).toContainText('990001********004X')
  await expect(first).toContainText(/男.*41/s)
  await expect(first.getByRole('article')).toHaveCount(2)
  await expect(second).toContainText('990002********2221')
  await expect(second).toContainText(/女.*27/s)
  await expect(second.getByRole('article')).toHaveCount(1)
  await expect(third).toContainText('（2025）演0401执1126号')
  await expect(third).not.toContainText('****')
})

test('a removed listing of a person is under 历史 only, and not in red', async ({ page }) => {
  await search(page, '自然人', NAME)
  await expect(groups(page)).toHaveCount(3)
  await expect(page.getByText('（2022）演0101执1907号')).toHaveCount(0)
  await page.getByRole('tab', { name: '历史' }).click()
  await expect(groups(page)).toHaveCount(1)
  const removed = groups(page).first()
  await expect(removed).toContainText('（2022）演0101执1907号')
  await expect(removed).toContainText(/已移出.*2023-06-20/s)
  const reddish = await removed.locator('*').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/gu) ?? []).map(Number)
        return red > 150 && red > 2 * Math.max(green, blue)
      })
      .map((element) => element.textContent),
  )
  expect(reddish).toEqual([])
})

test('不是同一人 marks the record at once', async ({ page }) => {
  const other = groups(page).filter({ hasText: '990002********2221' })
  await search(page, '自然人', NAME)
  await other.getByRole('link', { name: /^不是同一人/ }).click()
  await page.getByRole('button', { name: '非同一主体' }).click()
  await page.getByLabel(/问题与正确内容/).fill('本人与该案的被执行人同名，并非同一人，请核查。')
  await page.getByRole('button', { name: '当事人' }).click()
  await page.getByRole('button', { name: '提交异议' }).click()
  await expect(page.getByRole('heading', { name: '已受理' })).toBeVisible()
  await page.getByRole('button', { name: '返回', exact: true }).last().click()
  await expect(other).toContainText('异议处理中')
  await expect(groups(page).filter({ hasText: '990001********004X' })).not.toContainText('异议处理中')
})

test('the last four characters of a certificate and a province narrow a search', async ({ page }) => {
  await search(page, '自然人', NAME)
  await page.getByRole('link', { name: '修改条件' }).click()
  await page.getByRole('textbox', { name: /^身份证号/ }).fill('2221')
  await page.getByRole('button', { name: '查询' }).click()
  await expect(groups(page)).toHaveCount(1)
  await page.getByRole('link', { name: '修改条件' }).click()
  await page.getByRole('button', { name: /^省份/ }).click()
  await page.getByRole('button', { name: '广东' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible()
  await expect(page.getByText('当前 3 组', { exact: false })).toBeVisible()
})

test('after a person search no address, storage, history or title contains the name', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  page.on('framenavigated', (frame) => addresses.push(decodeURIComponent(frame.url())))
  await search(page, '自然人', NAME)
  await expect(groups(page)).toHaveCount(3)
  const traces = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state, document.title]),
  )
  expect([...addresses, traces].join('\n')).not.toContain(NAME)
  await page.reload()
  await expect(page.getByRole('heading', { name: '请输入查询条件' })).toBeVisible()
  await page.goto('/#/home')
  await expect(page.getByText(NAME)).toHaveCount(0)
  await page.goto('/#/peopleSearch')
  await expect(page.getByRole('textbox', { name: /^被执行人/ })).toHaveValue('')
})

test('a company leads to a person, the person to a record, and back leads the same way', async ({ page }) => {
  await page.goto(`/#/company/detail?id=${user.lanshan}&tab=overview`)
  await page.getByRole('region', { name: '企业概要' }).locator('a[href*="/overview/person"]').click()
  await expect(page.getByRole('heading', { level: 1, name: '人员详情' })).toBeVisible()
  await expect(page.getByText('任职与持股')).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await page.locator('a[href*="Detail?"], a[href*="/legalRisk/"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: '人员详情' })).toHaveCount(0)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '人员详情' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
})

test('another company of the same person is linked by the key of the source, a namesake is not', async ({ page }) => {
  await page.goto(personPath({ role: 'legalRepresentative' }))
  await expect(page.getByText('同一人（来源标识一致）')).toBeVisible()
  await expect(page.getByText('其他企业也有同名人员登记，无法确认是否同一人')).toBeVisible()
  await expect(page.getByRole('link', { name: /有限公司/ })).toHaveText([LANSHAN, '光帆演示物流有限公司'])
  await page.getByRole('link', { name: /光帆演示物流有限公司/ }).click()
  await expect(page.getByRole('heading', { name: '光帆演示物流有限公司' }).first()).toBeVisible()
})

test('a person that is missing gives the state of a missing record', async ({ page }) => {
  await page.goto(personPath({ recordId: 'none' }))
  await expect(page.getByRole('heading', { name: '未查询到该记录' })).toBeVisible()
})

test('form, list and person are accessible and fit widths of 320 and 375, also with large text', {
  tag: '@nightly',
}, async ({ page }) => {
  const visit = async () => {
    await page.goto('/#/peopleSearch')
    await expect(page.getByRole('button', { name: '查询' })).toBeVisible()
    await expectAccessible(page, 'form')
    await expectToFit(page, 'form', widths)
    await search(page, '自然人', NAME)
    await expect(groups(page).first()).toBeVisible()
    await expectAccessible(page, 'list')
    await expectToFit(page, 'list', widths)
    await page.goto(personPath({ role: 'legalRepresentative' }))
    await expect(page.getByText('任职与持股')).toBeVisible()
    await expectAccessible(page, 'person')
    await expectToFit(page, 'person', widths)
  }
  await visit()
  await page.evaluate(() => localStorage.setItem('appearance', '{"theme":"system","isElder":true}'))
  await page.reload()
  await expect(page.locator('html[data-elder]')).toBeVisible()
  await visit()
})

test('a failed list and a failed person load on retry', async ({ page }) => {
  await page.route(SEARCH, (route) => route.abort())
  await search(page, '企业', '澜山演示')
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await page.unroute(SEARCH)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(groups(page).first()).toBeVisible()
  await page.route(PERSON, (route) => route.abort())
  await page.goto(personPath({ role: 'legalRepresentative' }))
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await page.unroute(PERSON)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('任职与持股')).toBeVisible()
})

for (const path of ['/#/peopleSearch', '/#/peopleList', '/#/overview/person?companyId=c-1&role=legalRepresentative']) {
  test(`a visitor at ${path} goes to login`, async ({ browser, server }) => {
    const context = await openContext(browser, { baseURL: server.baseUrl })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page).toHaveURL(/#\/login/)
    await context.close()
  })
}
