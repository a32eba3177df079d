import { expect, type Page } from '@playwright/test'
import type { TestServer } from './server.ts'
import { companyIdOf } from './session.ts'

export const questionField = (page: Page) => page.getByRole('textbox', { name: '问题' })

/** Answers on the page, in order. */
export const answers = (page: Page) => page.getByRole('article', { name: '百言的回答' })
export const lastAnswer = (page: Page) => answers(page).last()
export const sourcesOf = (page: Page) => lastAnswer(page).getByRole('list', { name: '来源' })
export const stopButton = (page: Page) => page.getByRole('button', { name: '停止生成' })

/** Types and sends a question; its answer may still be arriving. */
export async function sendQuestion(page: Page, question: string): Promise<void> {
  await questionField(page).fill(question)
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page.getByRole('region', { name: question, exact: true }).last()).toBeVisible()
}

/** Asks a question and waits until its answer has ended. */
export async function askQuestion(page: Page, question: string): Promise<void> {
  await sendQuestion(page, question)
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
}

/** Opens the company page and from there 百言. */
export async function openFromCompany(page: Page, server: TestServer, token: string, name: string): Promise<string> {
  const id = await companyIdOf(server, token, name)
  await page.goto(`/#/company/detail?id=${id}`)
  await page.getByRole('link', { name: '问百言' }).click()
  await expect(questionField(page)).toBeVisible()
  return id
}
