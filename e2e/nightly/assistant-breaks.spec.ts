import type { Page } from '@playwright/test'
import { answers, askQuestion, lastAnswer, sendQuestion, sourcesOf, stopButton } from '../lib/assistant.ts'
import { expect, type PausableModel, test } from '../lib/pausable-model-test.ts'
import { createSession } from '../lib/session.ts'
import { startCutProxy } from '../lib/tcp-proxy.ts'
import { signIn, signInAs } from '../lib/test.ts'
import { decideTracking } from '../lib/tracking.ts'

const BYD = '比亚迪股份有限公司'
const QUESTION = `${BYD}的注册资本是多少`
const CAPITAL = '291,114.2855 万元'

/** Waits until the model holds the answer and the page has its first events. */
async function expectHeld(page: Page, model: PausableModel) {
  await model.held()
  await expect(lastAnswer(page)).toContainText('查询工商信息')
}

async function signInHere(page: Page, token: string) {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.reload()
}

test.beforeEach(async ({ page, server, model }) => {
  model.hold()
  await decideTracking(page, 'refused')
  await signIn(page, server)
  await page.goto('/#/ai')
})

test('a model killed in the middle of a sentence leaves the composed answer, marked so', async ({ page, model }) => {
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  await expect(stopButton(page)).toBeVisible()
  model.kill()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await expect(lastAnswer(page)).toContainText('依据记录整理，请以来源为准')
  await expect(lastAnswer(page)).not.toContainText('该企业的注')
  await expect(stopButton(page)).toHaveCount(0)
})

test('停止生成 ends the answer and frees the next question at once', async ({ page, model }) => {
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  await stopButton(page).click()
  await expect(lastAnswer(page)).toContainText('已停止')
  model.kill()
  await askQuestion(page, `${BYD}的法定代表人是谁`)
  await expect(lastAnswer(page)).toContainText('王传福')
  await expect(answers(page)).toHaveCount(2)
})

test('a second page of the user is told that the question before is still being answered', async ({
  page,
  context,
  model,
}) => {
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const second = await context.newPage()
  await signInAs(second, token ?? '')
  await second.goto('/#/ai')
  await askQuestion(second, '什么是失信被执行人')
  await expect(lastAnswer(second)).toContainText('上一个问题还在回答')
  model.kill()
  // Sources are shown once the answer has ended.
  await expect(sourcesOf(page)).toBeVisible()
  await second.getByRole('button', { name: '重试' }).click()
  await expect(sourcesOf(second)).toBeVisible()
})

test('a cut connection ends the answer as 已停止, and 重试 answers in its place', async ({ page, server, model }) => {
  const proxy = await startCutProxy(server.port)
  await page.goto(`${proxy.baseUrl}/#/ai`)
  await signInHere(page, await createSession(server))
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  proxy.cut()
  await expect(lastAnswer(page)).toContainText('正在读取回答')
  proxy.restore()
  await expect(lastAnswer(page)).toContainText('已停止')
  model.kill()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await expect(answers(page)).toHaveCount(1)
  expect((await lastAnswer(page).innerText()).split(CAPITAL)).toHaveLength(2)
  await proxy.close()
})

test('a server that restarts in the middle of an answer says so, and 重试 answers', async ({ page, server, model }) => {
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  await server.stop()
  await server.start()
  await expect(lastAnswer(page)).toContainText('服务正在重启，请重试')
  model.kill()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
  await expect(answers(page)).toHaveCount(1)
})

test('a reload within an answer opens its conversation, in which 重试 answers', async ({ page, model }) => {
  await sendQuestion(page, QUESTION)
  await expectHeld(page, model)
  await expect(page).toHaveURL(/conversation=/)
  await page.reload()
  await expect(lastAnswer(page)).toContainText('已停止')
  model.kill()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(lastAnswer(page)).toContainText(CAPITAL)
})
