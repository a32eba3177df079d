import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, consentBox, field, mobile, openForm, requestCode, typedMobile } from '../../../test/login-form.ts'
import { answerGift } from '../../../test/membership-answers.ts'
import { answer, buildUser, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import './login-page.tsx'

const password = 'lan-shan-42'

async function openRegister() {
  const app = await openForm('/login')
  await app.user.click(button('注册账号'))
  await app.arrivesAt('/login?way=register')
  await screen.findByRole('heading', { name: '注册账号', level: 2 })
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  return app
}

async function submit({ user }: Awaited<ReturnType<typeof openRegister>>) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('短信验证码'), '123456')
  await user.type(field('设置密码'), password)
  await user.click(consentBox())
  await user.click(button('注册并登录'))
}

test('requests a code for registration', async () => {
  const calls = answer('sendSmsCode', null)
  await requestCode(await openRegister())
  await screen.findByText('60 秒后重发')
  expect(calls.map((call) => call.body)).toMatchObject([{ mobile, scene: 'register' }])
})

test('number, code, password and consent create an account and log in', async () => {
  answerGift()
  const calls = answer('register', { token: 't-1', isFirstLogin: true, userDetail: buildUser() })
  const app = await openRegister()
  expect(field('设置密码').getAttribute('autocomplete')).toBe('new-password')
  await submit(app)
  await app.arrivesAt('/home')
  expect(calls[0]?.body).toEqual({
    mobile,
    smsCode: '123456',
    password,
    agreementVersion: '2026-11-22',
    deviceType: expect.any(String),
    deviceId: localStorage.getItem('web_track_device_id'),
    fr: '',
  })
  expect(localStorage.getItem('token')).toBe('t-1')
})

test.each([
  [4110, '该手机号已注册，请直接登录', '手机号'],
  [4109, '密码过于常见，请换一个', '设置密码'],
  [4103, '验证码不正确', '短信验证码'],
])('code %i shows its error at the matching field', async (code, sentence, label) => {
  refuse('register', code, sentence)
  const app = await openRegister()
  await submit(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['an answer without a token', () => answer('register', { token: '', isFirstLogin: true, userDetail: buildUser() })],
  ['a refusal without a sentence', () => refuse('register', 4999)],
])('%s shows 注册失败', async (_name, prepare) => {
  prepare()
  const app = await openRegister()
  await submit(app)
  expect(await screen.findByText('注册失败')).toBeTruthy()
  expect(localStorage.getItem('token')).toBeNull()
})

test('a short password shows an error before anything is sent', async () => {
  const calls = answer('register', { token: 't-1', isFirstLogin: true, userDetail: buildUser() })
  const { user } = await openRegister()
  await user.type(field('设置密码'), 'short')
  await user.click(button('注册并登录'))
  expect(screen.getByText('密码为 8–64 个字符')).toBeTruthy()
  expect(calls).toEqual([])
})

test('已有账号，去登录 returns to the tabs', async () => {
  const { user } = await openRegister()
  await user.click(button('已有账号，去登录'))
  expect(await screen.findByRole('tab', { name: '验证码登录' })).toBeTruthy()
})
