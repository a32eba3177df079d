import type { ApiKey } from '@baiqicha/contract/api-keys'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import '../../ui/sheet-dialog.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold, refuse } from '../../../test/server.ts'

const hour = (at: number) => new Date(2026, 10, 22, at).toISOString()

const buildKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k-1',
  name: '报表脚本',
  ending: '9xQ2',
  createdAt: hour(8),
  lastUsedAt: hour(14),
  expiresAt: hour(20),
  isExpired: false,
  usedToday: 12,
  ...overrides,
})
const key = `bqc_${'a'.repeat(43)}`

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
  answer('devices', { list: [] })
  answer('alertSettings', { offered: [], targets: [], webhookHosts: [] })
  answer('apiKeys', { list: [buildKey()], dailyQuota: 1000 })
})

function openPage() {
  logIn(buildUser())
  return renderApp('/user', '/user/setting')
}
const card = () => within(screen.getByRole('region', { name: 'API 密钥' }))

test('each key shows its ending, expiry, last use and calls of today', async () => {
  openPage()
  await screen.findByText('1/3')
  const [row] = card().getAllByRole('listitem')
  expect(row?.textContent).toBe(
    '报表脚本尾号 9xQ2，2026-11-22 到期最近使用 2026-11-22 14:00，今日 12/1000 次撤销报表脚本',
  )
})

test('states that an expired key has expired, and offers another beside two others', async () => {
  const keys = [buildKey({ isExpired: true }), buildKey({ id: 'k-2', lastUsedAt: null }), buildKey({ id: 'k-3' })]
  answer('apiKeys', { list: keys, dailyQuota: 1000 })
  openPage()
  await screen.findByText('2/3')
  expect(card().getByText('已过期')).toBeTruthy()
  expect(card().getByText(/^尚未使用/)).toBeTruthy()
  expect(card().getByRole('button', { name: '创建密钥' })).toBeTruthy()
})

test('offers no fourth key', async () => {
  answer('apiKeys', { list: ['1', '2', '3'].map((id) => buildKey({ id })), dailyQuota: 1000 })
  openPage()
  await screen.findByText('3/3')
  expect(card().queryByRole('button', { name: '创建密钥' })).toBeNull()
})

test('without keys says what they are for', async () => {
  answer('apiKeys', { list: [], dailyQuota: 1000 })
  openPage()
  expect(await screen.findByText('用于脚本和智能体查询企业，每个密钥每日 1,000 次')).toBeTruthy()
})

test('shows that keys load', async () => {
  const loading = hold('apiKeys', { list: [], dailyQuota: 1000 })
  openPage()
  await waitFor(() => expect(card().getByText('正在加载')).toBeTruthy())
  loading.release()
  await screen.findByText('0/3')
})

test('keys that fail to load show the error and are loaded again', async () => {
  answerStatus('apiKeys', 503)
  const { user } = openPage()
  await waitFor(() => expect(card().getByRole('alert')).toBeTruthy())
  answer('apiKeys', { list: [], dailyQuota: 1000 })
  await user.click(card().getByRole('button', { name: '重试' }))
  await screen.findByText('0/3')
})

test('a created key is shown once, with a button to copy it', async () => {
  const calls = answer('createApiKey', { key, apiKey: buildKey({ id: 'k-2', name: '智能体' }) })
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '创建密钥' }))
  const sheet = within(await screen.findByRole('dialog', { name: '创建 API 密钥' }))
  await user.click(sheet.getByRole('button', { name: '创建' }))
  expect(sheet.getByText('请输入名称')).toBeTruthy()
  await user.type(sheet.getByRole('textbox'), ' 智能体 ')
  await user.click(sheet.getByRole('button', { name: '1 年' }))
  await user.click(sheet.getByRole('button', { name: '创建' }))
  expect(await sheet.findByText(key)).toBeTruthy()
  expect(sheet.getByRole('button', { name: '复制密钥' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ name: '智能体', days: 365 }])
  await user.click(sheet.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByText(key)).toBeNull())
})

test('a refused key shows the sentence at the field', async () => {
  refuse('createApiKey', 4150, '最多 3 个密钥，请先撤销一个')
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '创建密钥' }))
  const sheet = within(await screen.findByRole('dialog', { name: '创建 API 密钥' }))
  await user.type(sheet.getByRole('textbox'), '智能体')
  await user.click(sheet.getByRole('button', { name: '创建' }))
  expect(await sheet.findByText('最多 3 个密钥，请先撤销一个')).toBeTruthy()
})

test('revoking confirms first and reloads the list', async () => {
  const calls = answer('revokeApiKey', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '撤销报表脚本' }))
  const question = within(await screen.findByRole('alertdialog', { name: '撤销“报表脚本”？' }))
  expect(calls).toEqual([])
  answer('apiKeys', { list: [], dailyQuota: 1000 })
  await user.click(question.getByRole('button', { name: '撤销' }))
  await screen.findByText('0/3')
  expect(calls.map(({ body }) => body)).toEqual([{ id: 'k-1' }])
})
