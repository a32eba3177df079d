import type { Page } from '@playwright/test'
import { companyRows, expectLoaded, openResults } from '../lib/pages.ts'
import { kindsWithPages, listPathOf } from '../lib/records.ts'
import { companyIdOf } from '../lib/session.ts'
import { expect, signInAll, test } from '../lib/test.ts'

/** Named by lists only, and listed on an exchange. */
const HUAWEI = '华为投资控股有限公司'
const STATE_GRID = '国家电网有限公司'
const BYD = '比亚迪股份有限公司'

const user = signInAll()

async function expectFirst(page: Page, keyword: string, name: string) {
  await openResults(page, keyword)
  await expect(companyRows(page).first()).toContainText(name)
}

async function openTab(page: Page, id: string, tab: string) {
  await page.goto(`/#/company/detail?id=${encodeURIComponent(id)}&tab=${tab}`)
  await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
  await expectLoaded(page)
}

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const [keyword, name] of [
  ['华为', HUAWEI],
  ['huawei', HUAWEI],
  ['hwtz', HUAWEI],
  ['华维投资', HUAWEI],
  ['小米', '小米通讯技术有限公司'],
  ['阿里巴巴', '阿里巴巴（中国）有限公司'],
  ['阿里', '阿里巴巴（中国）有限公司'],
  ['腾讯', '腾讯控股有限公司'],
  ['国家电网', STATE_GRID],
  ['国网', STATE_GRID],
  ['gjdw', STATE_GRID],
  ['中石油', '中国石油天然气集团有限公司'],
  ['中国烟草', '中国烟草总公司'],
  ['比亚迪', BYD],
] as const) {
  test(`${keyword} finds ${name} first`, async ({ page }) => expectFirst(page, keyword, name))
}

test('hw finds 华为 on the first page', async ({ page }) => {
  await openResults(page, 'hw')
  await expect(companyRows(page).filter({ hasText: HUAWEI })).toHaveCount(1)
})

test('京东, whose company no list names in full, is not passed off as another company', async ({ page }) => {
  await openResults(page, '京东')
  // 京东方 is a company of its own; the matching part of its name is marked, and no row claims to be 京东.
  await expect(companyRows(page).first()).toContainText('京东方科技集团股份有限公司')
  await expect(companyRows(page).first().locator('em').first()).toHaveText('京东')
  await expect(companyRows(page).filter({ hasText: '京东集团' })).toHaveCount(0)
  await openResults(page, '京东集团')
  await expect(page.getByRole('heading', { name: '未找到“京东集团”' })).toBeVisible()
  await expect(page.getByText('“京东集团”暂未收录，不代表不存在')).toBeVisible()
})

test('the page of 华为 states what is known and from which list, and guesses nothing', async ({ page, server }) => {
  const id = await companyIdOf(server, user.token, HUAWEI)
  await openTab(page, id, 'overview')
  await expect(page.getByText(/^仅收录全国工商联民营企业榜单公布的信息/)).toHaveText(
    '仅收录全国工商联民营企业榜单公布的信息（2025-08），登记信息未收录。',
  )
  const header = sectionOf(page, '企业概要')
  await expect(header).toContainText('风险数据未接入')
  await expect(header.getByText('存续')).toHaveCount(0)

  const lists = sectionOf(page, '榜单')
  await expect(lists.getByRole('listitem').first()).toContainText('中国制造业民营企业500强 第 2 位')
  await expect(lists).toContainText(/中华全国工商业联合会 · 2024 年营业收入 [\d,.]+ 亿元/)
  await expect(lists).not.toContainText('央企名录')
  await expect(page.getByText('所在省份').first()).toBeVisible()
  await expect(page.getByText('广东省', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: /项未收录$/ }).click()
  await expect(page.getByRole('term').filter({ hasText: '登记状态' }).first()).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: '参保人数' }).first()).toBeVisible()

  for (const [tab, title] of [
    ['legalRisk', '法律风险数据未接入'],
    ['businessRisk', '经营风险数据未接入'],
    ['change', '变更记录未接入'],
  ] as const) {
    await openTab(page, id, tab)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
})

test('the page of 国家电网 names its investor and its list', async ({ page, server }) => {
  await openTab(page, await companyIdOf(server, user.token, STATE_GRID), 'overview')
  await expect(page.getByText(/^仅收录国务院国资委央企名录公布的信息/)).toContainText('登记信息未收录')
  await expect(page.getByText('出资人职责机构')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '国务院国有资产监督管理委员会' })).toBeVisible()
  await expect(sectionOf(page, '榜单').getByRole('listitem').first()).toContainText('2025 央企名录')
  await expect(sectionOf(page, '榜单')).not.toContainText('位')
})

test('every section of 比亚迪 has rows, or states that nothing was found or that no source is connected', async ({
  page,
  server,
}) => {
  const id = await companyIdOf(server, user.token, BYD)
  await openTab(page, id, 'overview')
  await expect(sectionOf(page, '主要人员').getByRole('listitem').filter({ hasText: '董事长' })).toContainText(
    '截至 2024-05',
  )
  await expect(sectionOf(page, '历年法定代表人（年报）').getByRole('listitem').first()).toContainText('2021 年年报')
  await expect(sectionOf(page, '榜单').getByRole('listitem').first()).toContainText('中国民营企业500强')
  await expect(page.getByRole('heading', { name: '上市信息' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '工商信息' })).toBeVisible()

  await openTab(page, id, 'jobSeeker')
  await expect(sectionOf(page, '员工人数')).toContainText('截至 2021 年末')

  for (const kind of kindsWithPages) {
    await page.goto(listPathOf(kind, id))
    await expect(page.getByRole('heading', { level: 1, name: kind.title })).toBeVisible()
    await expectLoaded(page)
    const isConnected = kind.key === 'changeRecord'
    const absence = isConnected ? '未查询到证券简称变更；工商变更未接入' : '未接入该数据源'
    await expect(page.getByRole('heading', { name: absence }), kind.title).toBeVisible()
  }

  await openTab(page, id, 'change')
  await expect(page.getByRole('heading', { name: '未查询到证券简称变更；工商变更未接入' })).toBeVisible()
  await expect(page.getByText('截至 2024-05-14，在已接入的数据源中未查询到（仅含 2014-11 至 2024-05）')).toBeVisible()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('变更记录')
})
