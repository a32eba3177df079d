import type { FeedbackThread } from '@baiqicha/contract/feedback'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold, refuse } from '../../../test/server.ts'
import { readFeedbackParams } from './feedback-params.ts'

const NUMBER = 'FB20261122-7H3KQ2MX'
const TEXT = '演示：搜索结果页不能下拉刷新。'

export const buildThread = (overrides: Partial<FeedbackThread> = {}): FeedbackThread => ({
  number: NUMBER,
  kind: '功能异常',
  state: '已提交',
  createdAt: '2026-11-22T06:05:00.000Z',
  context: '我的 · 版本 0.1.0 · 浏览器',
  contactMasked: null,
  pictureCount: 0,
  entries: [{ from: 'user', content: TEXT, at: '2026-11-22T06:05:00.000Z' }],
  canAppend: true,
  ...overrides,
})

beforeEach(() => {
  answerHome()
  answer('faq', { list: [{ question: '数据多久更新一次？', answer: '按来源更新。\n见关于我们。' }] })
  answer('userDetail', buildUser())
})

async function openForm(isLoggedIn = true) {
  if (isLoggedIn) logIn()
  const app = renderApp('/user', '/user/feedback')
  await screen.findByRole('form', { name: '提交反馈' })
  return app
}
const chip = (name: string) => screen.getByRole('button', { name })
const textbox = (name: string) => screen.getByRole('textbox', { name: new RegExp(name) })

test('shows the questions closed; an answer keeps its lines', async () => {
  const { user } = await openForm()
  const question = await screen.findByRole('button', { name: '数据多久更新一次？' })
  expect(question.getAttribute('aria-expanded')).toBe('false')
  await user.click(question)
  expect(screen.getByText(/按来源更新。\s+见关于我们。/)).toBeTruthy()
})

test('failed questions show the toast 获取数据失败 and load on 重试, and the form stays usable', async () => {
  answerStatus('faq', 503)
  const { user } = await openForm()
  expect(await screen.findByText('获取数据失败')).toBeTruthy()
  answer('faq', { list: [{ question: '如何更正？', answer: '点纠错。' }] })
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('button', { name: '如何更正？' })).toBeTruthy()
})

test('requires a type and ten characters, and counts an emoji with a skin tone as one', async () => {
  const { user } = await openForm()
  await user.click(chip('提交'))
  expect(await screen.findByText('请选择反馈类型')).toBeTruthy()
  expect(screen.getByText('请填写问题描述')).toBeTruthy()
  await user.type(textbox('问题描述'), '👍🏽👍🏽👍🏽')
  expect(screen.getByText(/^3 \/ 500/)).toBeTruthy()
})

test('sends type, description, contact and the visible context, and shows the number', async () => {
  const calls = answer('saveFeedback', { number: NUMBER })
  answer('feedbackDetail', buildThread())
  const { user, arrivesAt } = await openForm()
  await user.click(chip('功能异常'))
  await user.type(textbox('问题描述'), TEXT)
  await user.type(textbox('联系方式'), 'a@example.com')
  const context = screen.getByText(/^诊断信息：/).textContent?.replace('诊断信息：', '') ?? ''
  expect(context).toContain(`版本 ${__APP_VERSION__} ·`)
  await user.click(chip('提交'))
  await arrivesAt(`/user/feedback?number=${NUMBER}`)
  expect(calls.map(({ body }) => body)).toEqual([
    { kind: '功能异常', content: TEXT, contact: 'a@example.com', imageIds: [], context },
  ])
  expect(await screen.findByText('提交成功，回复将在“我的”中提醒')).toBeTruthy()
})

test('不发送 removes the context', async () => {
  const calls = answer('saveFeedback', { number: NUMBER })
  answer('feedbackDetail', buildThread())
  const { user, arrivesAt } = await openForm()
  await user.click(chip('产品建议'))
  await user.type(textbox('问题描述'), TEXT)
  await user.click(chip('不发送'))
  expect(screen.queryByText(/^诊断信息/)).toBeNull()
  await user.click(chip('提交'))
  await arrivesAt(`/user/feedback?number=${NUMBER}`)
  expect(calls[0]?.body).toMatchObject({ context: '' })
})

test('refuses a contact that is neither a mobile number nor an e-mail address', async () => {
  const { user } = await openForm()
  await user.click(chip('其他'))
  await user.type(textbox('问题描述'), TEXT)
  await user.type(textbox('联系方式'), 'javascript:alert(1)')
  await user.click(chip('提交'))
  expect(await screen.findByText('请输入正确的手机号或邮箱')).toBeTruthy()
})

test('数据纠错 leads to the form for objections instead', async () => {
  answer('correctionList', [])
  const { user, arrivesAt } = await openForm()
  await user.click(chip('数据纠错'))
  expect(screen.queryByRole('textbox', { name: /问题描述/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  await user.click(chip('查纠错进度'))
  await arrivesAt('/user/feedback?tab=correction')
})

test('隐私与删除 states the deadline of 15 working days', async () => {
  const { user } = await openForm()
  await user.click(chip('隐私与删除'))
  expect(screen.getByText('15 个工作日内答复，优先处理。')).toBeTruthy()
})

test('a visitor solves a captcha, sends no pictures, and sees that the number must be saved', async () => {
  const calls = answer('saveFeedback', { number: NUMBER })
  answer('feedbackDetail', buildThread())
  const { user, arrivesAt } = await openForm(false)
  expect(screen.queryByText('截图')).toBeNull()
  await user.click(chip('功能异常'))
  await user.type(textbox('问题描述'), TEXT)
  await user.type(screen.getByRole('textbox', { name: /验证码/ }), 'ab2c')
  await user.click(chip('提交'))
  await arrivesAt(`/user/feedback?number=${NUMBER}`)
  expect(calls[0]?.body).toMatchObject({ captchaId: 'k-1', captchaCode: 'ab2c' })
  expect(await screen.findByText(/请保存编号/)).toBeTruthy()
})

test('keeps the text when the server is unavailable', async () => {
  answerStatus('saveFeedback', 503)
  const { user } = await openForm()
  await user.click(chip('功能异常'))
  await user.type(textbox('问题描述'), TEXT)
  await user.click(chip('提交'))
  expect((await screen.findByRole('alert')).textContent).toContain('已填写的内容已保留')
  expect(textbox('问题描述')).toHaveProperty('value', TEXT)
})

test('a second click within a second sends nothing', async () => {
  const calls = refuse('saveFeedback', 429, '提交反馈过于频繁，请 60 秒后重试')
  const { user } = await openForm()
  await user.click(chip('功能异常'))
  await user.type(textbox('问题描述'), TEXT)
  await user.dblClick(chip('提交'))
  expect(await screen.findByText(/提交反馈过于频繁/)).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('a thread shows state, number, answers as text, and takes a further message', async () => {
  const hostile = '<b>演示</b>'
  const entries: FeedbackThread['entries'] = [
    { from: 'user', content: TEXT, at: '2026-11-22T06:05:00.000Z' },
    { from: 'operator', content: hostile, at: '2026-11-22T08:00:00.000Z' },
  ]
  answer(
    'feedbackDetail',
    buildThread({ state: '已回复', entries, pictureCount: 2, contactMasked: 'a***@example.com' }),
  )
  const calls = answer(
    'appendFeedback',
    buildThread({ entries: [...entries, { from: 'user', content: '好的', at: '2026-11-22T09:00:00.000Z' }] }),
  )
  logIn()
  const { user } = renderApp('/user', `/user/feedback?number=${NUMBER}`)
  const list = within(await screen.findByRole('list', { name: '往来' }))
  expect(list.getByText(hostile)).toBeTruthy()
  expect(list.getByText('客服 · 2026-11-22 16:00')).toBeTruthy()
  expect(screen.getByText('2 张')).toBeTruthy()
  await user.type(textbox('补充说明'), '好的')
  await user.click(chip('提交'))
  expect(await screen.findByText('好的')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ number: NUMBER, content: '好的' }])
})

test('a closed thread takes no further message', async () => {
  answer('feedbackDetail', buildThread({ state: '已关闭', canAppend: false }))
  renderApp(`/user/feedback?number=${NUMBER}`)
  expect(await screen.findByText('该反馈已关闭。')).toBeTruthy()
  expect(screen.queryByRole('form', { name: '补充说明' })).toBeNull()
})

test('an unknown number and a failure show different states', async () => {
  refuse('feedbackDetail', 4040)
  const { unmount } = renderApp(`/user/feedback?number=${NUMBER}`)
  expect(await screen.findByRole('heading', { name: '未找到该编号' })).toBeTruthy()
  unmount()
  answerStatus('feedbackDetail', 503)
  renderApp(`/user/feedback?number=${NUMBER}`)
  expect(await screen.findByRole('heading', { name: '加载失败' })).toBeTruthy()
})

test('lists the feedback of the user, an unread answer first to see', async () => {
  const item = {
    number: NUMBER,
    kind: '功能异常',
    state: '已回复',
    excerpt: TEXT,
    createdAt: '2026-11-22T06:05:00.000Z',
  } as const
  answer('feedbackList', [
    { ...item, answeredAt: '2026-11-22T08:00:00.000Z', unread: true },
    { ...item, number: 'FB20261121-7H3KQ2MY', state: '处理中', answeredAt: null, unread: false },
  ])
  logIn()
  renderApp('/user', '/user/feedback?tab=feedback')
  const rows = await screen.findAllByRole('link', { name: /演示：搜索结果页/ })
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    `/user/feedback?number=${NUMBER}`,
    '/user/feedback?number=FB20261121-7H3KQ2MY',
  ])
  expect(rows.map((row) => row.textContent?.includes('新回复'))).toEqual([true, false])
})

test('the list has its loading, empty and failed states', async () => {
  answer('correctionList', [])
  const { release } = hold('feedbackList', [])
  logIn()
  const { user, unmount } = renderApp('/user', '/user/feedback?tab=feedback')
  expect(await screen.findByText('正在加载…')).toBeTruthy()
  release()
  expect(await screen.findByRole('heading', { name: '暂无反馈' })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '我的纠错' }))
  expect(await screen.findByRole('heading', { name: '纠错与异议' })).toBeTruthy()
  unmount()
  answerStatus('feedbackList', 503)
  renderApp('/user', '/user/feedback?tab=feedback')
  expect(await screen.findByRole('heading', { name: '加载失败' })).toBeTruthy()
})

test('a visitor follows feedback by its number', async () => {
  answer('feedbackDetail', buildThread())
  const { user, arrivesAt } = renderApp('/user', '/user/feedback?tab=feedback')
  await user.type(await screen.findByRole('textbox', { name: '反馈编号' }), 'JC2026')
  await user.click(chip('查进度'))
  expect(screen.getByText('请输入反馈编号，以 FB 开头')).toBeTruthy()
  await user.clear(textbox('反馈编号'))
  await user.type(textbox('反馈编号'), NUMBER)
  await user.click(chip('查进度'))
  await arrivesAt(`/user/feedback?number=${NUMBER}`)
})

test('我的 shows the number of new answers, and the tab a dot', async () => {
  answer('userDetail', buildUser({ unreadFeedback: 1 }))
  answer('feedbackList', [])
  logIn(buildUser({ unreadFeedback: 1 }))
  const { user, arrivesAt } = renderApp('/user')
  expect(await screen.findByRole('link', { name: /我的\s*，有新回复/ })).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: /帮助与反馈\s*1 条新回复/ }))
  await arrivesAt('/user/feedback?tab=feedback')
})

test.each([
  ['', { show: 'form' }],
  ['tab=feedback', { show: 'mine', tab: 'feedback' }],
  ['tab=correction', { show: 'mine', tab: 'correction' }],
  ['tab=other', { show: 'form' }],
  ['number=FB20261122-7H3KQ2MX', { show: 'thread', number: 'FB20261122-7H3KQ2MX' }],
  ['number=%20fb20261122-7h3kq2mx%20', { show: 'thread', number: 'fb20261122-7h3kq2mx' }],
  ['number=JC20261120-7K3M9Q2T', { show: 'form' }],
])('reads ?%s as %o', (query, params) => {
  expect(readFeedbackParams(new URLSearchParams(query))).toEqual(params)
})
