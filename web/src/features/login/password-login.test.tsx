import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import { type App, button, consentBox, field, mobile, typedMobile } from '../../../test/login-form.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, buildUser, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import './login-page.tsx'

const loggedIn = { token: 't-1', isFirstLogin: false, userDetail: buildUser() }
const password = 'lan-shan-42'
const picture = () => screen.queryByRole('button', { name: '图形验证码，点按换一张' })

async function openTab() {
  answerHome()
  const app = renderApp('/login')
  await app.user.click(await screen.findByRole('tab', { name: '密码登录' }))
  await screen.findByLabelText('密码')
  return app
}

async function submit({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('密码'), password)
  await user.click(consentBox())
  await user.click(button('登录'))
}

test('logs in with number and password without a captcha', async () => {
  const captchas = answer('captcha', buildCaptcha())
  const calls = answer('loginByPassword', loggedIn)
  const app = await openTab()
  captchas.length = 0
  expect(picture()).toBeNull()
  await submit(app)
  await app.arrivesAt('/home')
  expect(captchas).toEqual([])
  expect(calls[0]?.body).toMatchObject({
    mobile,
    password,
    captchaId: '',
    captchaCode: '',
    agreementVersion: '2026-11-22',
    deviceType: expect.any(String),
  })
  expect(JSON.parse(localStorage.getItem('login_form_data') ?? '')).toMatchObject({ loginType: 'password' })
})

test('the eye button shows and hides the password', async () => {
  const { user } = await openTab()
  const typed = field('密码')
  expect([typed.getAttribute('type'), typed.getAttribute('autocomplete')]).toEqual(['password', 'current-password'])
  await user.click(button('显示密码'))
  expect(typed.getAttribute('type')).toBe('text')
  expect(button('隐藏密码').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('隐藏密码'))
  expect(typed.getAttribute('type')).toBe('password')
})

test('a wrong password shows an error at its field and does not log in', async () => {
  refuse('loginByPassword', 4107, '账号或密码错误')
  const app = await openTab()
  await submit(app)
  expect(await screen.findByText('账号或密码错误')).toBeTruthy()
  expect(field('密码').getAttribute('aria-invalid')).toBe('true')
  expect(localStorage.getItem('token')).toBeNull()
})

test('an empty form shows what is missing and sends nothing', async () => {
  const calls = answer('loginByPassword', loggedIn)
  const { user } = await openTab()
  await user.click(button('登录'))
  expect(screen.getByText('请输入手机号')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(calls).toEqual([])
})

test('after too many wrong passwords a captcha shows and its answer is sent with the next attempt', async () => {
  refuse('loginByPassword', 4108, '请先完成图形验证码')
  const app = await openTab()
  await submit(app)
  expect(await screen.findByText('请先完成图形验证码')).toBeTruthy()
  await waitFor(() => expect(picture()).not.toBeNull())
  const calls = answer('loginByPassword', loggedIn)
  await app.user.click(button('登录'))
  expect(screen.getByText('请输入图中的 4 个字符')).toBeTruthy()
  expect(calls).toEqual([])
  await app.user.type(field('图形验证码'), 'ab2c')
  await app.user.click(button('登录'))
  await app.arrivesAt('/home')
  expect(calls.map((call) => call.body)).toMatchObject([{ captchaId: 'k-1', captchaCode: 'ab2c' }])
})

test.each([
  [4102, '图形验证码错误', '图形验证码'],
  [4107, '账号或密码错误', '密码'],
])('with a captcha, code %i shows its error at the field and loads a new captcha', async (code, sentence, label) => {
  refuse('loginByPassword', 4108, '请先完成图形验证码')
  const app = await openTab()
  await submit(app)
  await waitFor(() => expect(picture()).not.toBeNull())
  refuse('loginByPassword', code, sentence)
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await app.user.type(field('图形验证码'), 'ab2c')
  await app.user.click(button('登录'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(pictures).toHaveLength(1))
  expect(field('图形验证码')).toHaveProperty('value', '')
})

test('忘记密码 opens the reset, which returns to this tab', async () => {
  const { user, arrivesAt } = await openTab()
  await user.type(field('手机号'), typedMobile)
  await user.click(screen.getByRole('link', { name: '忘记密码' }))
  await arrivesAt('/user/resetPassword')
  await screen.findByRole('heading', { name: '登录密码重置' })
  expect(await screen.findByLabelText('手机号')).toHaveProperty('value', typedMobile)
  await user.click(button('返回'))
  await arrivesAt('/login?way=password')
})
