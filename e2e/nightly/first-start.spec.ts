import { expect, test } from '@playwright/test'
import { companyRows, logInOnPage, searchField } from '../lib/pages.ts'
import { TestServer } from '../lib/server.ts'

test('after a first start: log in with the code from the terminal, find 比亚迪 in four ways, open its page', async ({
  page,
}) => {
  const server = await TestServer.create()
  try {
    await server.start()
    expect(server.output).toContain(server.baseUrl)

    await page.goto(server.baseUrl)
    await expect(page).toHaveURL(/#\/home$/)
    await expect(page).toHaveTitle(/首页/)
    await expect(companyRows(page)).toHaveCount(10)

    await searchField(page).fill('比亚迪')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText('验证码见服务终端')).toBeVisible()
    await logInOnPage(page, server)

    await expect(page, 'login leads back to the search that required it').toHaveURL(/#\/search\/result\?keyword=/)
    await expect(companyRows(page).first()).toContainText('比亚迪股份有限公司')

    for (const keyword of ['byd', '002594']) {
      await page.goto(`${server.baseUrl}/#/search`)
      await searchField(page).fill(keyword)
      await expect(page.getByRole('region', { name: '联想结果' }).getByRole('link').first()).toContainText(
        '比亚迪股份有限公司',
      )
    }
    await page.goto(`${server.baseUrl}/#/search`)
    await searchField(page).fill('比亚笛')
    await searchField(page).press('Enter')
    await expect(companyRows(page).first()).toContainText('比亚迪股份有限公司')

    await companyRows(page).first().click()
    await expect(page).toHaveURL(/#\/company\/detail\?id=[^&]+&tab=overview/)
    await expect(page.getByRole('heading', { name: '比亚迪股份有限公司' }).first()).toBeVisible()
    await expect(page.getByText('1995-02-10').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText('深圳证券交易所').filter({ visible: true }).first()).toBeVisible()
  } finally {
    await server.dispose()
  }
})
