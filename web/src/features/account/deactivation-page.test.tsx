import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { button, field } from '../../../test/login-form.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, refuse } from '../../../test/server.ts'
import { formatDate } from '../../lib/format.ts'

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const member = buildUser({ isVip: true, vipExpireAt: days(100.5), vipSource: '赠送', canClaimGift: false })

beforeEach(() => {
  answerHome()
})

function openPage(user = member) {
  logIn(user)
  answer('userDetail', user)
  return renderApp('/user/setting', '/user/logout')
}
type App = ReturnType<typeof openPage>

async function goToProof({ user }: App) {
  await user.click(await screen.findByRole('checkbox', { name: '我已知晓并同意注销' }))
  await user.click(button('下一步'))
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
}

async function askForErasure(app: App, answered: '取消' | '注销' = '注销') {
  await goToProof(app)
  await app.user.type(field('短信验证码'), '123456')
  await app.user.click(button('提交注销'))
  const question = within(await screen.findByRole('alertdialog', { name: '确认注销账户？' }))
  await app.user.click(question.getByRole('button', { name: answered }))
}

test('redirects a visitor to login and back', async () => {
  const { arrivesAt } = renderApp('/user', '/user/logout')
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user/logout"')
})

test('shows the consequences first and continues only when they are confirmed', async () => {
  const { user } = openPage()
  expect(await screen.findByText('会员剩余 100 天失效')).toBeTruthy()
  expect(screen.getByText('不可再次领取赠送会员')).toBeTruthy()
  expect(screen.getByText(/昵称、身份、行业、搜索历史与浏览记录/)).toBeTruthy()
  expect(screen.getByText('7 天内可以撤销')).toBeTruthy()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
  expect(button('下一步')).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox'))
  expect(button('下一步')).toHaveProperty('disabled', false)
})

test('mentions no membership and no gift to a user who never had one', async () => {
  openPage(buildUser())
  await screen.findByRole('heading', { name: '注销后将清除以下数据' })
  expect(screen.getByText('资料与使用记录')).toBeTruthy()
  expect(screen.queryByText(/会员/)).toBeNull()
})

test("requests the code for the user's own number and this purpose", async () => {
  const codes = answer('sendSmsCode', null)
  const app = openPage()
  await goToProof(app)
  expect(screen.getByText('验证码将发送到 138****0000')).toBeTruthy()
  await app.user.type(field('图形验证码'), 'ab2c')
  await app.user.click(button('获取验证码'))
  await screen.findByText('验证码已发送')
  expect(codes.map((call) => call.body)).toMatchObject([{ mobile: '', scene: 'deactivate', captchaCode: 'ab2c' }])
})

test('the last confirmation focuses 取消, and 取消 sends nothing', async () => {
  const calls = answer('deactivate', null)
  const app = openPage()
  await goToProof(app)
  await app.user.type(field('短信验证码'), '123456')
  await app.user.click(button('提交注销'))
  const question = within(await screen.findByRole('alertdialog', { name: '确认注销账户？' }))
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: '取消' })))
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
  expect(localStorage.getItem('token')).toBe('token-1')
})

test('after submission the user is logged out and sees the date of erasure', async () => {
  const calls = answer('deactivate', null)
  const app = openPage()
  await askForErasure(app)
  await screen.findByRole('heading', { name: '已提交注销' })
  expect(screen.getByText(new RegExp(`账号将于 ${formatDate(days(7))} 删除`))).toBeTruthy()
  expect(calls.map((call) => call.body)).toEqual([{ smsCode: '123456' }])
  expect([localStorage.getItem('token'), localStorage.getItem('userInfo')]).toEqual([null, null])
  expect(app.currentUrl()).toBe('/user/logout')
  await app.user.click(button('返回首页'))
  await app.arrivesAt('/home')
})

test.each([
  [4103, '验证码不正确，还可以再试 4 次'],
  [4104, '验证码已失效，请重新获取'],
])('code %i shows its error at the field and keeps the session', async (code, sentence) => {
  refuse('deactivate', code, sentence)
  const app = openPage()
  await askForErasure(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(field('短信验证码').getAttribute('aria-invalid')).toBe('true')
  expect(localStorage.getItem('token')).toBe('token-1')
})

test('a rate limit shows its message and keeps the session', async () => {
  refuse('deactivate', 429, '操作过于频繁，请 30 秒后再试')
  const app = openPage()
  await askForErasure(app)
  expect(await screen.findByText('操作过于频繁，请 30 秒后再试')).toBeTruthy()
  expect(localStorage.getItem('token')).toBe('token-1')
})

test.each([
  ['no answer', () => breakNetwork('deactivate')],
  ['a server in trouble', () => answerStatus('deactivate', 503)],
])('with %s the session ends locally and the page states that the request is unconfirmed', async (_name, fail) => {
  fail()
  const app = openPage()
  await askForErasure(app)
  await screen.findByRole('heading', { name: '本机已退出，注销未确认' })
  expect(localStorage.getItem('token')).toBeNull()
  await app.user.click(button('重新登录'))
  await app.arrivesAt('/login')
})
