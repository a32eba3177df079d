import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildAgreementList } from '../../../test/content-builders.ts'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import {
  type App,
  button,
  consentBox,
  field,
  mobile,
  openForm,
  requestCode,
  typedMobile,
} from '../../../test/login-form.ts'
import { answerGift } from '../../../test/membership-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, buildUser, refuse } from '../../../test/server.ts'
import { takeSavedRoute } from '../../platform/navigation/saved-route.ts'
import { saveNamedTarget } from './login-page.tsx'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../../ui/sheet-dialog.tsx'
import './login-page.tsx'

const password = 'lan-shan-42'
const loggedIn = { token: 't-1', isFirstLogin: false, userDetail: buildUser() }

async function submit({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('短信验证码'), '123456')
  await user.click(button('登录'))
}

const sheet = async () => within(await screen.findByRole('dialog', { name: '请先阅读并同意协议' }))

test('starts without consent and names the agreements and who may not use the service', async () => {
  await openForm('/login')
  expect(consentBox()).toHaveProperty('checked', false)
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('link', { name: '《用户协议》' }).getAttribute('href')).toBe('/user/user_protocol')
  expect(page.getByRole('link', { name: '《隐私政策》' }).getAttribute('href')).toBe('/user/privacy_policy')
  expect(screen.getByText('本服务不面向未满 14 周岁的未成年人')).toBeTruthy()
})

test('login without consent waits for 同意并继续, which checks the box and continues', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const app = await openForm('/login')
  await submit(app)
  const requests = await sheet()
  expect(calls).toEqual([])
  await app.user.click(requests.getByRole('button', { name: '同意并继续' }))
  await app.arrivesAt('/home')
  expect(calls.map((call) => call.body)).toMatchObject([{ agreementVersion: '2026-11-22' }])
})

test('closing the sheet sends nothing and gives no consent', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const app = await openForm('/login')
  await submit(app)
  await app.user.click((await sheet()).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(consentBox()).toHaveProperty('checked', false)
  expect(calls).toEqual([])
})

test('requesting a code needs consent too', async () => {
  const calls = answer('sendSmsCode', null)
  const { user } = await openForm('/login')
  await user.type(field('手机号'), typedMobile)
  await user.type(field('图形验证码'), 'ab2c')
  await user.click(button('获取验证码'))
  const requests = await sheet()
  expect(calls).toEqual([])
  await user.click(requests.getByRole('button', { name: '同意并继续' }))
  await screen.findByText('60 秒后重发')
  expect(consentBox()).toHaveProperty('checked', true)
})

test('changed agreements show a message, uncheck the box and reload; the next login accepts the new version', async () => {
  refuse('loginBySmsCode', 4112, '协议已更新，请阅读后重新同意')
  const app = await openForm('/login')
  const lists = answer('agreementList', buildAgreementList({ agreementVersion: '2027-01-01' }))
  await app.user.click(consentBox())
  await submit(app)
  expect((await screen.findByRole('alert')).textContent).toBe('协议已更新，请阅读后重新同意')
  expect(consentBox()).toHaveProperty('checked', false)
  await waitFor(() => expect(lists).toHaveLength(1))
  const userDetail = buildUser({ agreementVersion: '2027-01-01' })
  const calls = answer('loginBySmsCode', { ...loggedIn, userDetail })
  await app.user.click(consentBox())
  expect(screen.queryByRole('alert')).toBeNull()
  await app.user.click(button('登录'))
  await app.arrivesAt('/home')
  expect(calls.map((call) => call.body)).toMatchObject([{ agreementVersion: '2027-01-01' }])
})

test('without the version in force nothing is sent and a message shows why', async () => {
  answerHome()
  breakNetwork('agreementList')
  const calls = answer('sendSmsCode', null)
  const app = renderApp('/login')
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  await requestCode(app)
  expect(await screen.findByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
  expect(calls).toEqual([])
})

async function openRegister() {
  const app = await openForm('/login')
  await app.user.click(button('注册账号'))
  await app.arrivesAt('/login?way=register')
  await screen.findByRole('heading', { name: '注册账号', level: 2 })
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  return app
}

async function submitRegistration({ user }: Awaited<ReturnType<typeof openRegister>>) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('短信验证码'), '123456')
  await user.type(field('设置密码'), password)
  await user.click(consentBox())
  await user.click(button('注册并登录'))
}

describe('registration', () => {
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
    await submitRegistration(app)
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
    await submitRegistration(app)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  })

  test.each([
    ['an answer without a token', () => answer('register', { token: '', isFirstLogin: true, userDetail: buildUser() })],
    ['a refusal without a sentence', () => refuse('register', 4999)],
  ])('%s shows 注册失败', async (_name, prepare) => {
    prepare()
    const app = await openRegister()
    await submitRegistration(app)
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
})

const picture = () => screen.queryByRole('button', { name: '图形验证码，点按换一张' })

async function openTab() {
  answerHome()
  const app = renderApp('/login')
  await app.user.click(await screen.findByRole('tab', { name: '密码登录' }))
  await screen.findByLabelText('密码')
  return app
}

async function submitPassword({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('密码'), password)
  await user.click(consentBox())
  await user.click(button('登录'))
}

describe('the login with a password', () => {
  test('logs in with number and password without a captcha', async () => {
    const captchas = answer('captcha', buildCaptcha())
    const calls = answer('loginByPassword', loggedIn)
    const app = await openTab()
    captchas.length = 0
    expect(picture()).toBeNull()
    await submitPassword(app)
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
    await submitPassword(app)
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
    await submitPassword(app)
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
    await submitPassword(app)
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
})

test('the query of the login page names the target', () => {
  saveNamedTarget(new URLSearchParams({ to: '/search/result?keyword=%E6%AF%94&sort=capital' }))
  expect(takeSavedRoute()).toBe('/search/result?keyword=%E6%AF%94&sort=capital')
})

test.each(['', '/login', '//evil.example', 'https://evil.example/home', 'javascript:alert(1)', '/nowhere'])(
  '%j is no target',
  (to) => {
    saveNamedTarget(new URLSearchParams({ to }))
    expect(takeSavedRoute()).toBeNull()
  },
)
