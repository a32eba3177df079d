import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, field, mobile, openForm, requestCode, typedMobile } from '../../../test/login-form.ts'
import { logIn } from '../../../test/render-app.tsx'
import { answer, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import './reset-password-page.tsx'

const password = 'lan-shan-43'
const openReset = () => openForm('/user/resetPassword')
type Reset = Awaited<ReturnType<typeof openReset>>

async function typePasswords({ user }: Reset, again = password) {
  await user.type(field('短信验证码'), '123456')
  await user.type(field('新密码'), password)
  await user.type(field('再次输入新密码'), again)
  await user.click(button('重置密码'))
}

test('states that all devices will be signed out', async () => {
  await openReset()
  expect(screen.getByText(/所有设备将退出登录/)).toBeTruthy()
})

test('a visitor verifies the number, sets a password and returns to login', async () => {
  const codes = answer('sendSmsCode', null)
  const resets = answer('resetPassword', null)
  const app = await openForm('/login')
  await app.goTo('/login?way=password', { replace: true })
  await app.user.click(await screen.findByRole('link', { name: '忘记密码' }))
  await app.arrivesAt('/user/resetPassword')
  await screen.findByRole('heading', { name: '登录密码重置' })
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  await requestCode(app)
  await screen.findByText('60 秒后重发')
  expect(codes.map((call) => call.body)).toMatchObject([{ mobile, scene: 'resetPassword' }])
  await typePasswords(app)
  await app.arrivesAt('/login?way=password')
  expect(await screen.findByText('密码已重置，请用新密码登录')).toBeTruthy()
  expect(resets.map((call) => call.body)).toEqual([{ mobile, smsCode: '123456', password }])
})

test('a visitor who opened the URL directly goes to login too', async () => {
  answer('resetPassword', null)
  const app = await openReset()
  await app.user.type(field('手机号'), typedMobile)
  await typePasswords(app)
  await app.arrivesAt('/login?way=password')
})

test('a user sees the masked number, sends none, and is signed out everywhere', async () => {
  logIn()
  const codes = answer('sendSmsCode', null)
  const resets = answer('resetPassword', null)
  const app = await openReset()
  expect(field('手机号')).toHaveProperty('value', '138****0000')
  expect(field('手机号')).toHaveProperty('readOnly', true)
  await app.user.type(field('图形验证码'), 'ab2c')
  await app.user.click(button('获取验证码'))
  await screen.findByText('60 秒后重发')
  await typePasswords(app)
  await app.arrivesAt('/login?way=password')
  expect(codes.map((call) => call.body)).toMatchObject([{ mobile: '', scene: 'resetPassword' }])
  expect(resets.map((call) => call.body)).toEqual([{ mobile: '', smsCode: '123456', password }])
  expect(localStorage.getItem('token')).toBeNull()
})

test('different passwords show an error at the second field and send nothing', async () => {
  const resets = answer('resetPassword', null)
  const app = await openReset()
  await app.user.type(field('手机号'), typedMobile)
  await typePasswords(app, 'lan-shan-44')
  expect(screen.getByText('两次输入的密码不一致')).toBeTruthy()
  expect(resets).toEqual([])
})

test.each([
  [4109, '新密码不能与原密码相同', '新密码'],
  [4111, '该手机号未注册', '手机号'],
  [4104, '验证码已失效，请重新获取', '短信验证码'],
])('code %i shows its error at the matching field', async (code, sentence, label) => {
  refuse('resetPassword', code, sentence)
  const app = await openReset()
  await app.user.type(field('手机号'), typedMobile)
  await typePasswords(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
})

test('an expired session redirects without a message of its own', async () => {
  logIn()
  refuse('resetPassword', 403, '请先登录')
  refuse('userDetail', 403, '请先登录')
  const app = await openReset()
  await typePasswords(app)
  await app.arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  expect(screen.queryByText('请先登录')).toBeNull()
})
