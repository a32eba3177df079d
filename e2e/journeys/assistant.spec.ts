import { QUESTIONS_PER_DAY } from '@baiqicha/contract/assistant'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import {
  answers,
  askQuestion,
  lastAnswer,
  openFromCompany,
  questionField,
  sendQuestion,
  sourcesOf,
} from '../lib/assistant.ts'
import { logInOnPage } from '../lib/pages.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, LANSHAN, signIn, test } from '../lib/test.ts'

const BYD = '比亚迪股份有限公司'
const CAPITAL = '291,114.2855 万元'
/** Two demonstration companies in two regions have this name. */
const NAMESAKE = '同名演示商贸有限公司'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('a visitor arrives from Home, logs in and gets an answer with its source', async ({ page, server }) => {
  await page.goto('/#/home')
  await page.getByRole('button', { name: '百言助手' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/ai$/)
  await expect(page).toHaveTitle(/^百企查百言/)
  await askQuestion(page, `${BYD}的注册资本是多少`)
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await expect(sourcesOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(lastAnswer(page)).toContainText('请以来源为准')
})

test('a visitor returns from the login with the typed question, which is in no address', async ({ page, server }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const id = await companyIdOf(server, await createSession(server), BYD)
  await page.goto(`/#/company/detail?id=${id}`)
  await page.getByRole('link', { name: '问百言' }).click()
  await questionField(page).fill('注册资本是多少')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(`${server.baseUrl}/#/ai?id=${id}`)
  await expect(questionField(page)).toHaveValue('注册资本是多少')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  expect(addresses.filter((address) => decodeURIComponent(address).includes('注册资本'))).toEqual([])
  expect(server.output).not.toContain('注册资本是多少')
})

test('问百言 answers about the company of the page; a pronoun means it; back from a record restores the line', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server)
  const id = await openFromCompany(page, server, token, BYD)
  await expect(page).toHaveURL(`${server.baseUrl}/#/ai?id=${id}`)
  await askQuestion(page, '注册资本是多少')
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await askQuestion(page, '它的法定代表人是谁')
  await expect(lastAnswer(page)).toContainText('王传福')
  await askQuestion(page, '那成立日期呢')
  await expect(lastAnswer(page)).toContainText('1995')
  await askQuestion(page, '它有哪些风险信息')

  const chip = answers(page)
    .nth(1)
    .getByRole('link', { name: /^来源 1/ })
    .first()
  // In the middle: neither the bar nor the field covers it, so that the click does not scroll.
  await chip.evaluate((node) => node.scrollIntoView({ block: 'center' }))
  const top = (await chip.boundingBox())?.y ?? 0
  await chip.click()
  await expect(page.getByRole('heading', { level: 1, name: '工商信息' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).first().click()
  await expect(answers(page)).toHaveCount(4)
  await expect.poll(async () => Math.abs(((await chip.boundingBox())?.y ?? -1_000) - top)).toBeLessThan(4)
})

test('two companies of one name give a choice that shows region and code, and the chosen one is answered', async ({
  userPage: page,
}) => {
  await page.goto('/#/ai')
  await askQuestion(page, `${NAMESAKE}的注册资本是多少`)
  await expect(lastAnswer(page)).toContainText('有 2 家企业符合，您问的是哪一家？')
  const candidates = lastAnswer(page).getByRole('button', { name: NAMESAKE })
  await expect(candidates).toHaveCount(2)
  await expect(candidates.first()).toContainText(/代码尾号 \w{4}/)
  await expect(lastAnswer(page)).not.toContainText('万元')
  await lastAnswer(page).getByRole('button', { name: '都不是，重新输入' }).click()
  await expect(questionField(page)).toHaveValue(`${NAMESAKE}的注册资本是多少`)
  await expect(questionField(page)).toBeFocused()
  await candidates.first().click()
  await expect(lastAnswer(page)).toContainText('注册资本')
  await expect(lastAnswer(page)).toContainText('演示数据')
  await expect(answers(page)).toHaveCount(1)
})

test('a comparison states who is higher, and its table scrolls by itself', async ({ userPage: page }) => {
  await page.goto('/#/ai')
  await askQuestion(page, '帮我看看宁德时代和比亚迪谁注册资本高')
  await expect(lastAnswer(page)).toContainText('注册资本更高（439,904.1236 万元）')
  const table = lastAnswer(page).getByRole('region', { name: '对比表' })
  await expect(table.getByRole('columnheader', { name: '宁德时代' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: '比亚迪' })).toBeVisible()
  await expectToFit(page, 'comparison', [320, 375])
})

test('a count by region is a chart with numbers, and a bar opens the search with the same number', async ({
  userPage: page,
}) => {
  await page.goto('/#/ai')
  await askQuestion(page, '各省有多少家上市公司')
  const bars = lastAnswer(page).getByRole('figure')
  const bar = bars.getByRole('listitem').filter({ hasText: '广东省' })
  const count = (await bar.locator('b').innerText()).replaceAll(',', '')
  expect(Number(count)).toBeGreaterThan(100)
  await expectAccessible(page, 'count')
  await expectToFit(page, 'count', [320, 375])
  await bar.getByRole('link', { name: '广东省' }).click()
  await expect(page.getByRole('heading', { level: 2, name: `共 ${Number(count)} 家` })).toBeVisible()
})

test('risk of a demonstration company keeps current, disputed and removed records apart', async ({ page, server }) => {
  const token = await signIn(page, server)
  await openFromCompany(page, server, token, LANSHAN)
  await askQuestion(page, '有哪些失信被执行人记录')
  const answer = lastAnswer(page)
  await expect(page.getByText('演示数据：企业、人物与案件均为虚构')).toBeVisible()
  await expect(answer).toContainText('当前 1 条')
  await expect(answer).toContainText('异议处理中 1 条')
  await expect(answer).toContainText('历史 3 条')
  await expect(answer).toContainText('（2025）演0101执977号')
  await expectAccessible(page, 'answer about risk')
  await expectToFit(page, 'answer about risk', [320])

  await answer
    .getByRole('link', { name: /^来源 3/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '失信被执行人详情' })).toBeVisible()
  await expect(page.getByText('异议处理中').first()).toBeVisible()
})

test('复制 copies question, sentences, sources and dates', async ({ userPage: page }) => {
  await page.goto('/#/ai')
  await askQuestion(page, `${BYD}的注册资本是多少`)
  await page.getByRole('button', { name: '复制回答' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${BYD}的注册资本是多少\n`)
  expect(copied).toContain(CAPITAL)
  expect(copied).toMatch(/来源\n\[1\] .*工商信息.* 20\d\d/)
  expect(copied).toContain('请以来源为准')
  expect(copied).not.toContain('**')
})

test('无用 asks for a reason, and 数据有误 opens the correction of the cited record', async ({ page, server }) => {
  const token = await signIn(page, server)
  const id = await openFromCompany(page, server, token, LANSHAN)
  await askQuestion(page, '有哪些失信被执行人记录')
  await page.getByRole('button', { name: '无用' }).click()
  const sheet = page.getByRole('dialog', { name: '回答有什么问题' })
  await sheet.getByRole('button', { name: '数据有误' }).click()
  await expectAccessible(page, 'sheet of 无用')
  await sheet.getByRole('button', { name: '提交' }).click()
  await expect(page).toHaveURL(new RegExp(`companyId=${id}`))
  await expect(page).toHaveURL(/recordId=/)
  await expect(page.getByText('已提交，感谢反馈')).toBeVisible()
  await page.getByRole('button', { name: '返回' }).first().click()
  await expect(page.getByRole('button', { name: '无用' })).toHaveAttribute('aria-pressed', 'true')
})

test('a refused question gets its sentence, no 重试, and does not count', async ({ userPage: page }) => {
  await page.goto('/#/ai')
  await expect(page.getByText(`今日剩余 ${QUESTIONS_PER_DAY.registered} 次`)).toBeVisible()
  await askQuestion(page, '比亚迪的老板住在哪里')
  await expect(lastAnswer(page)).toContainText('不提供')
  await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0)
  await expect(page.getByText(`今日剩余 ${QUESTIONS_PER_DAY.registered} 次`)).toBeVisible()
})

test('the question after the last of the day is refused until a stated time, and the earlier answers remain', async ({
  userPage: page,
}) => {
  await page.goto('/#/ai')
  for (let left = QUESTIONS_PER_DAY.registered; left > 0; left--) {
    await expect(page.getByText(`今日剩余 ${left} 次`)).toBeVisible()
    await askQuestion(page, '什么是失信被执行人')
  }
  await askQuestion(page, '什么是股权出质')
  await expect(lastAnswer(page)).toContainText('今日提问次数已达上限')
  await expect(page.getByText(/\d\d-\d\d \d\d:\d\d 后可继续提问/)).toBeVisible()
  await expect(answers(page)).toHaveCount(QUESTIONS_PER_DAY.registered + 1)
})

test('a reload and 返回 open the conversation of the address; it is renamed, continued and deleted', async ({
  userPage: page,
}) => {
  await page.goto('/#/ai')
  await askQuestion(page, `${BYD}的注册资本是多少`)
  await expect(page).toHaveURL(/#\/ai\?conversation=v-\w+$/)
  await page.reload()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await page.getByRole('button', { name: '新对话' }).click()
  await expect(page).toHaveURL(/#\/ai$/)
  await expect(answers(page)).toHaveCount(0)
  await page.goBack()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  const openHistory = async () => {
    await page.getByRole('button', { name: '历史对话' }).click()
    return page.getByRole('dialog', { name: '历史对话' })
  }
  const history = await openHistory()
  await history.getByRole('button', { name: /^重命名/ }).click()
  await history.getByRole('textbox', { name: '对话名称' }).fill('比亚迪资本')
  await history.getByRole('button', { name: '保存' }).click()
  await expectAccessible(page, 'history')
  await history.getByRole('button', { name: /比亚迪资本.*1 个问题/ }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await askQuestion(page, '它的法定代表人是谁')
  await expect(lastAnswer(page)).toContainText('王传福')

  await (await openHistory()).getByRole('button', { name: /^删除 比亚迪资本/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page).toHaveURL(/#\/ai$/)
  await expect(answers(page)).toHaveCount(0)
  await openHistory()
  await expect(page.getByText('暂无历史对话')).toBeVisible()
})

test('a suggested question is asked with a tap, and a follow-up continues it', async ({ page, server }) => {
  const token = await signIn(page, server)
  const id = await companyIdOf(server, token, BYD)
  await page.goto(`/#/ai?id=${id}`)
  await expectAccessible(page, 'empty conversation')
  await expectToFit(page, 'empty conversation', [320, 375])
  const quick = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(quick).toHaveCount(6)
  await quick.filter({ hasText: '注册资本' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await page.getByRole('button', { name: '主要人员有哪些' }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
})

test('a failed question keeps its text, and 重试 asks it again once the network is back', async ({
  userPage: page,
  context,
}) => {
  await page.goto('/#/ai')
  await expect(questionField(page)).toBeVisible()
  await context.setOffline(true)
  await sendQuestion(page, `${BYD}的注册资本是多少`)
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await expect(answers(page)).toHaveCount(1)
})
