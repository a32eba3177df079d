import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { drawnTexts, noteDrawnTexts, posterImage } from '../lib/poster.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

test('three companies are chosen, compared and shared as a poster', async ({ userPage: page, server }) => {
  const other = await companyIdOf(server, await createSession(server), '澜山演示贸易有限公司')
  await noteDrawnTexts(page)
  await page.goto(`/#/company/detail?id=${other}`)
  await expect(page.getByRole('region', { name: '风险时间线' })).toBeVisible()
  await expectToFit(page, 'company with a timeline', [375])
  await page.getByRole('region', { name: '企业概要' }).getByRole('link', { name: '对比' }).click()
  await page.getByRole('button', { name: '搜索企业' }).click()
  const choose = async (name: string) => {
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('button', { name: `对比${name}` }).click()
  }
  await choose('比亚迪股份有限公司')
  await page.getByRole('link', { name: '重新输入' }).click()
  await choose('宁德时代新能源科技股份有限公司')
  await page.getByRole('button', { name: '对比 3/3' }).click()
  await expect(page.getByRole('region', { name: /^不同 \d+ 项$/ })).toContainText('288,186 人2021 年末')
  await expect(page.getByRole('region', { name: '风险条数' })).toContainText('比亚迪：未接入')
  await page.getByRole('button', { name: '求职' }).click()
  await expect(page.getByRole('region', { name: /^不可直接比较/ })).toContainText('失信被执行人 1 条')
  await page.getByRole('button', { name: '生成海报' }).click()
  await expect(posterImage(page)).toBeVisible()
  expect(await drawnTexts(page)).toEqual(expect.arrayContaining(['宁德时代', '288,186 人', '2021 年末', '未收录']))
})

test('a comparison is accessible, and fits widths of 320, 375 and 428', { tag: '@nightly' }, async ({
  page,
  server,
}) => {
  const token = await createSession(server)
  const names = ['比亚迪股份有限公司', '宁德时代新能源科技股份有限公司', '澜山演示贸易有限公司']
  const ids = await Promise.all(names.map((name) => companyIdOf(server, token, name)))
  for (const [count, view] of [
    [2, 'facts'],
    [3, 'facts'],
    [3, 'counterparty'],
  ] as const) {
    const where = `${count} companies, ${view}`
    await page.goto(`/#/compare?ids=${ids.slice(0, count).join(',')}&view=${view}`)
    await expect(page.getByRole('region', { name: /^不同 \d+ 项$/ })).toBeVisible()
    await expectAccessible(page, where)
    await expectToFit(page, where, [320, 428, 375])
  }
})
