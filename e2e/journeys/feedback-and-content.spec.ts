import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { attachPicture, captchaPicture } from '../lib/pages.ts'
import { runAdmin, type TestServer } from '../lib/server.ts'
import { expect, signIn, test } from '../lib/test.ts'

const TEXT = '演示：搜索结果页滚动到底部后没有提示。'
const ANSWER = '演示：已修复，请刷新页面。'

const numberIn = (text: string | null) => /FB\d{8}-[A-Z0-9]{8}/.exec(text ?? '')?.[0] ?? ''

test('a user sends feedback with a picture, the operator answers, and the phone shows the dot and the answer', async ({
  userPage: page,
  server,
}) => {
  await page.goto('/#/user')
  await page.getByRole('link', { name: '帮助与反馈' }).click()
  await expect(page.getByRole('button', { name: '信息有误如何更正？' })).toBeVisible()
  await expectAccessible(page, 'form')
  await expectToFit(page, 'form', [320, 375])
  await page.getByRole('button', { name: '功能异常' }).click()
  await page.getByLabel(/问题描述/).fill(TEXT)
  await attachPicture(page, '截图.png')
  await expect(page.getByAltText('第 1 张，已上传')).toBeVisible()
  await expect(page.getByText(/诊断信息：我的 · 版本/)).toBeVisible()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByText('提交成功，回复将在“我的”中提醒')).toBeVisible()
  await expectAccessible(page, 'thread')
  const number = numberIn(await page.textContent('body'))

  expect(runAdmin(server, 'feedback')).toContain(number)
  expect(runAdmin(server, 'feedback', 'show', number)).toContain(TEXT)
  runAdmin(server, 'feedback', 'answer', number, '--text', ANSWER)

  await page.goto('/#/home')
  await page.reload()
  await expect(page.getByRole('link', { name: /我的\s*，有新回复/ })).toBeVisible()
  await page.getByRole('link', { name: /我的\s*，有新回复/ }).click()
  await page.getByRole('link', { name: '帮助与反馈 1 条新回复' }).click()
  await page.getByRole('link', { name: new RegExp(TEXT) }).click()
  await expect(page.getByText(ANSWER)).toBeVisible()
  await page.goto('/#/user')
  await expect(page.getByRole('link', { name: '我的', exact: true })).toBeVisible()
  await expect(page.getByText('条新回复')).toHaveCount(0)
})

test('a visitor sends feedback with a captcha and follows it by its number', async ({ page, server }) => {
  await page.goto('/#/user/feedback')
  await page.getByRole('button', { name: '产品建议' }).click()
  await page.getByLabel(/问题描述/).fill(TEXT)
  await expect(page.getByText('截图')).toHaveCount(0)
  await expect(captchaPicture(page)).toBeVisible()
  await page.getByLabel('图形验证码', { exact: true }).fill(server.latestCaptchaAnswer())
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByText(/请保存编号/)).toBeVisible()
  const number = numberIn(await page.textContent('body'))
  runAdmin(server, 'feedback', 'answer', number, '--text', ANSWER)
  await page.goto('/#/user/feedback?tab=feedback')
  await page.getByLabel('反馈编号').fill(number)
  await page.getByRole('button', { name: '查进度' }).click()
  await expect(page.getByText(ANSWER)).toBeVisible()
})

type Content = { bannerList: Record<string, unknown>[] } & Record<string, unknown>

/** Publishes content of a place from a changed file. Returns the new version. */
function publish(server: TestServer, place: 'home' | 'mine', change: (content: Content) => void) {
  const content: Content & { version: number } = JSON.parse(runAdmin(server, 'content', 'show', place))
  change(content)
  const file = join(server.folder, `${place}.json`)
  writeFileSync(file, JSON.stringify(content))
  const words = ['content', 'publish', place, '--file', file, '--base', String(content.version), '--reason', '演示']
  expect(runAdmin(server, ...words, '--dry-run')).toContain('b-journey')
  runAdmin(server, ...words)
  return content.version
}

const banner = (jumpType: number, jumpUrl: string) => ({
  id: 'b-journey',
  url: '/banners/ask.svg',
  title: `横幅 ${jumpType}`,
  subtitle: '演示',
  jumpType,
  jumpUrl,
  login: false,
})

for (const [place, path] of [
  ['home', '/#/home'],
  ['mine', '/#/user'],
] as const) {
  test(`a banner of ${place} is checked, published, seen, tapped and rolled back`, { tag: '@nightly' }, async ({
    userPage: page,
    server,
  }) => {
    const targets = [
      [0, '比亚迪', () => expect(page).toHaveURL(/search\/result\?keyword=/)],
      [1, '/user/about', () => expect(page.getByRole('heading', { level: 1, name: '关于我们' })).toBeVisible()],
      [2, '', () => expect(page.getByText('敬请期待!')).toBeVisible()],
    ] as const
    let before = 0
    for (const [jumpType, jumpUrl, arrived] of targets) {
      const version = publish(server, place, (content) => {
        content.bannerList = [banner(jumpType, jumpUrl)]
      })
      if (before === 0) before = version
      const shown = page.getByRole('button', { name: `横幅 ${jumpType}` })
      await expect(async () => {
        await page.goto(path)
        await page.reload()
        await expect(shown).toBeVisible({ timeout: 1_500 })
      }).toPass({ timeout: 8_000 })
      await shown.click()
      await arrived()
    }
    runAdmin(server, 'content', 'restore', place, String(before), '--reason', '演示：撤下')
    await expect(async () => {
      await page.goto(path)
      await page.reload()
      await expect(page.getByRole('button', { name: '横幅 2' })).toHaveCount(0, { timeout: 500 })
    }).toPass({ timeout: 8_000 })
  })
}

test('a contact field changes within seconds, and a removed field hides its row', async ({ page, server }) => {
  const publishContact = (fields: object) => {
    const current: { version: number } = JSON.parse(runAdmin(server, 'contact', 'show'))
    const file = join(server.folder, 'contact.json')
    writeFileSync(file, JSON.stringify({ ...current, ...fields }))
    runAdmin(server, 'contact', 'publish', '--file', file, '--base', String(current.version), '--reason', '演示')
  }
  const expectPhone = (count: number) =>
    expect(async () => {
      await page.goto('/#/user/contact')
      await page.reload()
      await expect(page.getByText('服务时间')).toBeVisible({ timeout: 1_500 })
      await expect(page.getByRole('link', { name: '0990-5550000' })).toHaveCount(count, { timeout: 500 })
    }).toPass({ timeout: 8_000 })
  publishContact({ servicePhone: '0990-5550000' })
  await expectPhone(1)
  await expectAccessible(page, 'contact')
  await expectToFit(page, 'contact', [320, 375])
  publishContact({ servicePhone: null })
  await expectPhone(0)
})

test('the export of a user contains what the user has done', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/#/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA')
  await page
    .getByRole('link', { name: /比亚迪股份有限公司/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: /比亚迪股份有限公司/ })).toBeVisible()
  await page.goto('/#/user/info')
  await page.getByRole('button', { name: /导出我的数据/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const files = unzipSync(readFileSync(await (await download).path()))
  const data: Record<string, Record<string, unknown>[]> = JSON.parse(
    strFromU8(files['我的数据.json'] ?? new Uint8Array()),
  )
  expect(data['浏览记录']?.map((row) => row['企业名称'])).toContain('比亚迪股份有限公司')
  expect(data['账号']?.[0]?.['手机号']).toMatch(/^154\d{8}$/)
})

test('关于我们 shows the version, every source and the licences', async ({ page }) => {
  await page.goto('/#/user/about')
  await page.getByRole('button', { name: '沪深北交易所股票列表' }).click()
  await expect(page.getByText(/^5,\d{3} 条$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /[1-9]\d* 个软件与素材/ })).toBeVisible()
  await expectAccessible(page, 'about')
  await expectToFit(page, 'about', [320, 375])
})
