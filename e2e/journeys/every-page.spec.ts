import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { captchaPicture, companyRows, openResults } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

/** The last one is the width of the other checks. */
const widths = [320, 428, 375]
const bank = `keyword=${encodeURIComponent('银行')}`

/** Pages, each with an element that shows once its data is loaded. Those of one form or text are looked at by night. */
const pages = [
  { name: '首页', path: '/#/home', ready: (page: Page) => companyRows(page).first() },
  { name: '搜索', path: '/#/search', ready: (page: Page) => page.getByRole('searchbox') },
  { name: '搜索结果', path: `/#/search/result?${bank}`, ready: (page: Page) => companyRows(page).first() },
  { name: '企业榜单', path: '/#/companyList?tab=latest', ready: (page: Page) => companyRows(page).first() },
  { name: '我的', path: '/#/user', ready: (page: Page) => page.getByRole('button', { name: '退出登录' }) },
  { name: '会员中心', path: '/#/user/members', ready: (page: Page) => page.getByRole('table') },
  {
    name: '会员介绍',
    tag: '@nightly',
    path: '/#/user/membersIntroduction',
    ready: (page: Page) => page.getByText('常见问题'),
  },
  { name: '信息管理', path: '/#/user/info', ready: (page: Page) => page.getByText(/^154\*{4}\d{4}$/).first() },
  { name: '账号设置', path: '/#/user/setting', ready: (page: Page) => page.getByText('1 台已登录') },
  { name: '注销账户', tag: '@nightly', path: '/#/user/logout', ready: (page: Page) => page.getByRole('checkbox') },
  { name: '登录密码重置', tag: '@nightly', path: '/#/user/resetPassword', ready: captchaPicture },
  {
    name: '协议列表',
    tag: '@nightly',
    path: '/#/user/agreement',
    ready: (page: Page) => page.getByRole('link', { name: /会员协议/ }),
  },
  {
    name: '用户协议',
    path: '/#/user/user_protocol',
    ready: (page: Page) => page.getByRole('heading', { name: '目录' }),
  },
  {
    name: '隐私政策',
    tag: '@nightly',
    path: '/#/user/privacy_policy',
    ready: (page: Page) => page.getByRole('heading', { name: '目录' }),
  },
  {
    name: '会员协议',
    tag: '@nightly',
    path: '/#/user/agreement?type=membership',
    ready: (page: Page) => page.getByRole('heading', { name: '目录' }),
  },
]

async function openCompany(page: Page) {
  await openResults(page, '贵州茅台')
  await companyRows(page).first().click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '上市信息' })).toBeVisible()
}

for (const { name, path, ready, tag = [] } of pages) {
  test(`${name} is accessible with its data loaded, and fits widths of 320, 375 and 428`, { tag }, async ({
    userPage: page,
  }) => {
    await page.goto(path)
    await expect(ready(page)).toBeVisible()
    await expectAccessible(page, name)
    await expectToFit(page, path, widths)
  })
}

test('every tab of the company page is accessible, and the first one fits widths of 320, 375 and 428', async ({
  userPage: page,
}) => {
  await openCompany(page)
  await expectAccessible(page, '概览')
  await expectToFit(page, '概览', widths)
  const changes = page.getByText(/未查询到变更记录|证券简称变更/)
  for (const [tab, content] of [
    ['法律风险', page.getByText('法律风险数据未接入')],
    ['经营风险', page.getByText('经营风险数据未接入')],
    ['变更记录', changes],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(content.first()).toBeVisible()
    await expectAccessible(page, tab)
  }
})

for (const way of ['sms', 'password', 'register'] as const) {
  test(`login by ${way} is accessible`, async ({ page }) => {
    await page.goto(`/#/login?way=${way}`)
    await expect(page.getByLabel('手机号')).toBeVisible()
    await expectAccessible(page, way)
  })
}

test('the gift dialog is accessible', async ({ userPage: page }) => {
  await page.goto('/#/home')
  await page.getByRole('button', { name: /新用户会员礼/ }).click()
  await expect(page.getByRole('button', { name: '求职者' })).toBeVisible()
  await expectAccessible(page, '会员礼')
})

for (const state of ['loading', 'empty', 'failed'] as const) {
  test(`search results are accessible in state ${state}`, async ({ userPage: page }) => {
    await page.route(/company\/search/, async (route) => {
      if (state === 'loading') return
      if (state === 'failed') return route.abort()
      const data = { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 }
      return route.fulfill({ json: { code: 0, message: '', data } })
    })
    await page.goto(`/#/search/result?${bank}`)
    const shown = {
      loading: page.locator('[aria-busy="true"]').first(),
      empty: page.getByRole('heading', { name: /未找到/ }),
      failed: page.getByRole('heading', { name: '加载失败' }),
    }
    await expect(shown[state]).toBeVisible()
    await expectAccessible(page, state)
  })
}
