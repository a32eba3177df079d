import { drawnTexts, noteDrawnTexts, posterImage } from '../lib/poster.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

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
