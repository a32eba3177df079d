import type { AlertTarget } from '@baiqicha/contract/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import '../../ui/sheet-dialog.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold, refuse } from '../../../test/server.ts'

const offered: ('mail' | 'webhook')[] = ['mail', 'webhook']
const none = { offered, targets: [], webhookHosts: ['hooks.example.com'] }
const mail: AlertTarget = {
  channel: 'mail',
  format: 'mail',
  addressMasked: 'li***@example.com',
  state: 'on',
  cause: null,
  sentAt: new Date(2026, 10, 22, 8, 30).toISOString(),
}

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
  answer('devices', { list: [] })
  answer('apiKeys', { list: [], dailyQuota: 1000 })
  answer('alertSettings', none)
})

function openPage() {
  logIn(buildUser())
  return renderApp('/user', '/user/setting')
}
const card = () => within(screen.getByRole('region', { name: '动态推送' }))
const rows = () => card().getAllByRole('listitem')

test('both ways are off until they are asked for', async () => {
  openPage()
  await screen.findByRole('button', { name: '开启每日简报' })
  expect(rows().map((row) => row.textContent)).toEqual([
    '每日简报每天 08:30 将关注企业的新动态发到邮箱开启每日简报',
    'Webhook每天 08:30 将关注企业的新动态发到群机器人开启Webhook',
  ])
})

test('a way that the operator does not offer is not shown', async () => {
  answer('alertSettings', { ...none, offered: ['webhook'] })
  openPage()
  await screen.findByRole('button', { name: '开启Webhook' })
  expect(rows()).toHaveLength(1)
  expect(card().queryByText('每日简报')).toBeNull()
})

test('the card is absent when nothing is offered', async () => {
  answer('alertSettings', { ...none, offered: [] })
  openPage()
  await screen.findByText('0/3')
  await waitFor(() => expect(screen.queryByRole('region', { name: '动态推送' })).toBeNull())
})

test.each([
  ['on', null, '已开启'],
  ['failing', '连不上邮件服务器', '发送失败'],
  ['refused', 'SMTP 550 no such user', '已拒收'],
  ['stopped', '收件人投诉', '已停用'],
] as const)('a target that is %s shows its masked address, state and cause', async (state, cause, label) => {
  answer('alertSettings', { ...none, targets: [{ ...mail, state, cause }] })
  openPage()
  await screen.findByText(label)
  expect(rows()[0]?.textContent).toBe(
    `每日简报${label}li***@example.com最近发送 2026-11-22${cause === null ? '' : `原因：${cause}`}更换每日简报移除每日简报`,
  )
})

test('a target of a way that is no longer offered can be removed', async () => {
  const calls = answer('removeAlert', null)
  answer('alertSettings', { ...none, offered: [], targets: [mail] })
  const { user } = openPage()
  const removal = await screen.findByRole('button', { name: '移除每日简报' })
  expect(card().queryByRole('button', { name: '更换每日简报' })).toBeNull()
  await user.click(removal)
  const question = within(await screen.findByRole('alertdialog', { name: '移除每日简报？' }))
  expect(calls).toEqual([])
  await user.click(question.getByRole('button', { name: '移除' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ channel: 'mail' }]))
})

test('shows that settings load, and an error with another try', async () => {
  const loading = hold('alertSettings', none)
  openPage()
  await waitFor(() => expect(card().getByText('正在加载')).toBeTruthy())
  loading.release()
  await screen.findByRole('button', { name: '开启每日简报' })
})

test('settings that fail to load show the error and are loaded again', async () => {
  answerStatus('alertSettings', 503)
  const { user } = openPage()
  await waitFor(() => expect(card().getByRole('alert')).toBeTruthy())
  answer('alertSettings', none)
  await user.click(card().getByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: '开启每日简报' })
})

test('an address is proved by the code that was sent to it', async () => {
  const sent = answer('sendAlertMailCode', null)
  const set = answer('setAlertMail', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '开启每日简报' }))
  const sheet = within(await screen.findByRole('dialog', { name: '每日简报' }))
  await user.click(sheet.getByRole('button', { name: '获取验证码' }))
  expect(sheet.getByText('请输入正确的邮箱')).toBeTruthy()
  await user.type(sheet.getByRole('textbox', { name: '邮箱' }), ' li@example.com')
  await user.click(sheet.getByRole('button', { name: '获取验证码' }))
  await sheet.findByText(/秒后重发/)
  expect(sheet.getByText('验证码已发送至 li@example.com，请查收邮件。')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ address: 'li@example.com' })
  await user.type(sheet.getByRole('textbox', { name: '邮件验证码' }), '123 456')
  await user.click(sheet.getByRole('button', { name: '开启' }))
  await waitFor(() => expect(set.map(({ body }) => body)).toEqual([{ address: 'li@example.com', code: '123456' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong code shows at the code, another refusal at the address', async () => {
  refuse('setAlertMail', 4103, '验证码错误，还可尝试 4 次')
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '开启每日简报' }))
  const sheet = within(await screen.findByRole('dialog', { name: '每日简报' }))
  await user.type(sheet.getByRole('textbox', { name: '邮箱' }), 'li@example.com')
  await user.type(sheet.getByRole('textbox', { name: '邮件验证码' }), '123456')
  await user.click(sheet.getByRole('button', { name: '开启' }))
  await sheet.findByText('验证码错误，还可尝试 4 次')
  expect(sheet.getByRole('textbox', { name: '邮件验证码' }).getAttribute('aria-invalid')).toBe('true')
  refuse('setAlertMail', 4170, '该地址已停用推送，请联系我们')
  await user.click(sheet.getByRole('button', { name: '开启' }))
  await sheet.findByText('该地址已停用推送，请联系我们')
  expect(sheet.getByRole('textbox', { name: '邮箱' }).getAttribute('aria-invalid')).toBe('true')
})

test('a webhook of JSON shows its signing key once, and a refused one the sentence', async () => {
  const secret = 'a'.repeat(64)
  refuse('setAlertWebhook', 4170, '测试消息未送达：HTTP 404')
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '开启Webhook' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Webhook' }))
  expect(sheet.getByText(/或 hooks\.example\.com 的地址/)).toBeTruthy()
  await user.type(sheet.getByRole('textbox', { name: 'Webhook 地址' }), 'https://hooks.example.com/x')
  await user.click(sheet.getByRole('button', { name: '开启' }))
  await sheet.findByText('测试消息未送达：HTTP 404')
  const calls = answer('setAlertWebhook', { secret })
  await user.click(sheet.getByRole('button', { name: '开启' }))
  await sheet.findByText(secret)
  expect(calls.map(({ body }) => body)).toEqual([{ url: 'https://hooks.example.com/x' }])
  await user.click(sheet.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
})
