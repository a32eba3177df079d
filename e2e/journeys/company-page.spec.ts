import type { Page } from '@playwright/test'
import { drawnTexts, noteDrawnTexts, posterImage } from '../lib/poster.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

/** Companies with a listing; with every fact, tags and a former name; with tags of three risks. */
const LISTED = '比亚迪股份有限公司'
const DEMO = '云帆演示建筑工程有限公司'
const AT_RISK = '澜山演示贸易有限公司'

async function openCompany(page: Page, id: string) {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/#/company/detail?id=${encodeURIComponent(id)}`)
  await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
}

for (const name of [LISTED, DEMO, AT_RISK]) {
  test(`the tabs of ${name} begin in the upper 340 px of the first screen`, async ({ page, server }) => {
    await openCompany(page, await companyIdOf(server, await createSession(server), name))
    const box = await page.getByRole('tablist', { name: '企业信息' }).boundingBox()
    expect(box?.y).toBeLessThanOrEqual(340)
  })
}

test('the head of a listed company ends in the upper 300 px', async ({ page, server }) => {
  await openCompany(page, await companyIdOf(server, await createSession(server), LISTED))
  const box = await page.getByRole('tablist', { name: '企业信息' }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300)
})

test('the band of the risk timeline is 72 px high', async ({ userPage: page, server }) => {
  await openCompany(page, await companyIdOf(server, await createSession(server), AT_RISK))
  const year = page.getByRole('region', { name: '风险时间线' }).getByRole('button', { name: /年，\d+ 条$/ })
  // A year reaches over the rows of the groups and its own label.
  expect((await year.first().boundingBox())?.height).toBe(72)
})

test('the sources of a company open with licence and date', async ({ page, server }) => {
  await openCompany(page, await companyIdOf(server, await createSession(server), LISTED))
  await page
    .getByRole('region', { name: '企业概要' })
    .getByRole('button', { name: /\d+ 个来源/ })
    .click()
  const sheet = page.getByRole('dialog', { name: '数据来源' })
  await expect(sheet.getByText('法定代表人')).toBeVisible()
  await expect(sheet.getByText('公司依法披露的单项事实').first()).toBeVisible()
})

test('a visitor can call, write, open the site and the map of a company', async ({ page, server }) => {
  await openCompany(page, await companyIdOf(server, await createSession(server), AT_RISK))
  const header = page.getByRole('region', { name: '企业概要' })
  await header.getByRole('button', { name: '电话' }).click()
  const sheet = page.getByRole('dialog', { name: '公开电话' })
  await expect(sheet.getByRole('link', { name: /拨打/ })).toHaveAttribute('href', 'tel:09905550000')
  await page.keyboard.press('Escape')
  await header.getByRole('button', { name: '更多' }).click()
  const more = page.getByRole('dialog', { name: '更多' })
  await expect(more.getByRole('link', { name: /^官网/ })).toHaveAttribute('href', 'http://www.demo-1.example/')
  const map = more.getByRole('link', { name: /^地图/ })
  await expect(map).toHaveAttribute('href', /^https:\/\/uri\.amap\.com\/search/)
})

test('the paper of a company shows its facts with sources and dates, in light, without bars and actions', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => localStorage.setItem('appearance', '{"theme":"dark","isElder":false}'))
  await openCompany(page, await companyIdOf(server, await createSession(server), LISTED))
  await expect(page.getByRole('heading', { name: '工商信息' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: LISTED })).toBeVisible()
  const sources = page.getByRole('button', { name: /\d+ 个来源 · 最新 \d{4}/ })
  await expect(sources.first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /登记状态.*来源：/ })).toBeVisible()
  for (const name of ['返回', '分享', '复制企业名称', /^关注/, /申请更新/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText('纠错', { exact: true })).toBeHidden()
  await expect(page.getByText(/^百企查 · 依据公开来源整理，非征信报告 · 打印于 \d{4}-\d{2}-\d{2}http/)).toBeVisible()
  await expect(page.getByRole('tablist')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
})

test('an offer from 比亚迪 is answered with known facts, official sites and a poster', async ({ userPage, server }) => {
  const id = await companyIdOf(server, await createSession(server), '比亚迪股份有限公司')
  await noteDrawnTexts(userPage)
  await userPage.goto(`/#/company/detail?id=${id}&tab=jobSeeker`)
  await expect(userPage.getByRole('link', { name: /状态年限.*存续，成立 \d+ 年/ })).toBeVisible()
  await expect(userPage.getByRole('region', { name: '员工人数' })).toContainText('截至 2021 年末')
  await expect(userPage.getByRole('region', { name: '未接入与未收录' })).toContainText('劳动争议')
  await userPage.getByRole('region', { name: '官方核查' }).getByRole('link').click()
  const boxes = userPage.getByRole('group', { name: '中国执行信息公开网核查结果' })
  await boxes.getByRole('button', { name: '已核查 · 无' }).click()
  await expect(userPage.getByRole('region', { name: '核查进度' })).toContainText('1 / 6')
  await userPage.getByRole('button', { name: '返回' }).click()
  await expect(userPage.getByRole('region', { name: '官方核查' })).toContainText('本人已核查 1 / 6')
  await userPage.getByRole('button', { name: '生成海报' }).click()
  await expect(posterImage(userPage)).toBeVisible()
  // Of the other five sites the poster says that they were not looked at.
  expect((await drawnTexts(userPage)).join('')).toMatch(/6 个官方网站：未见记录 1 个，未核查 5 个（最近 [\d-]{10}）/)
})

test('the cases of a supplier lead its view, and open their list', async ({ userPage, server }) => {
  const id = await companyIdOf(server, await createSession(server), '澜山演示贸易有限公司')
  await userPage.goto(`/#/company/detail?id=${id}&tab=counterparty`)
  const rows = userPage.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.first()).toContainText('失信被执行人 1 条')
  await expect(userPage.getByRole('link', { name: /^实缴资本/ })).toBeVisible()
  await userPage.getByRole('link', { name: /^限制消费/ }).click()
  await expect(userPage.getByRole('heading', { level: 1, name: '限制高消费' })).toBeVisible()
})
