import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { buildAbout } from '../../../test/content-builders.ts'
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
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, handle, refuse } from '../../../test/server.ts'
import { passTime } from '../../../test/time.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import './login-page.tsx'

const loggedIn = { token: 't-1', isFirstLogin: false, userDetail: buildUser() }
const openLogin = (address = '/login') => openForm(address)

async function submit({ user }: App) {
  await user.type(field('手机号'), typedMobile)
  await user.type(field('短信验证码'), '123456')
  await user.click(consentBox())
  await user.click(button('登录'))
}

test('requesting a code sends the plain number, the captcha answer and the device', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0')
  const calls = answer('sendSmsCode', null)
  const app = await openLogin('/login?fr=wx01')
  await requestCode(app)
  await screen.findByText('验证码已发送')
  expect(calls[0]?.body).toEqual({
    mobile,
    scene: 'login',
    captchaId: 'k-1',
    captchaCode: 'ab2c',
    deviceType: 'wechat',
    deviceId: localStorage.getItem('web_track_device_id'),
    fr: 'wx01',
  })
  expect(screen.getByText('60 秒后重发')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('短信验证码')))
})

test('after a code is sent the captcha is passed and asks for nothing, until another code can be requested', async () => {
  answer('sendSmsCode', null)
  const app = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await requestCode(app)
  expect(await screen.findByText('图形验证码已通过')).toBeTruthy()
  expect(screen.queryByLabelText('图形验证码', { selector: 'input' })).toBeNull()
  expect(pictures).toHaveLength(0)
  vi.setSystemTime(Date.now() + 61_000)
  expect(await screen.findByLabelText('图形验证码', { selector: 'input' })).toHaveProperty('value', '')
  expect(pictures).toHaveLength(1)
  vi.useRealTimers()
})

test('the countdown continues while the user is on another page', async () => {
  answer('sendSmsCode', null)
  const app = await openLogin()
  await requestCode(app)
  await screen.findByText('60 秒后重发')
  app.unmount()
  vi.useFakeTimers({ now: Date.now() + 20_000, toFake: ['Date'] })
  await openLogin()
  expect(screen.getByText(/^(39|40) 秒后重发$/)).toBeTruthy()
})

test('after 60 s another code can be requested', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.setItem('smsResendAt', String(Date.now() + 60_000))
  await openLogin()
  expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull()
  passTime(60_000)
  expect(button('获取验证码')).toBeTruthy()
})

test('an invalid number shows an error at its field and sends nothing', async () => {
  const calls = answer('sendSmsCode', null)
  const { user } = await openLogin()
  await user.type(field('手机号'), '12345')
  await user.click(button('获取验证码'))
  expect(screen.getByText('请输入正确的手机号')).toBeTruthy()
  expect(screen.getByText('请输入图中的 4 个字符')).toBeTruthy()
  expect(field('手机号').getAttribute('aria-invalid')).toBe('true')
  await user.type(field('手机号'), '6')
  expect(screen.queryByText('请输入正确的手机号')).toBeNull()
  expect(calls).toEqual([])
})

test('a wrong captcha answer shows an error, clears the field and loads a new captcha', async () => {
  refuse('sendSmsCode', 4102, '图形验证码错误')
  const app = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await requestCode(app)
  expect(await screen.findByText('图形验证码错误')).toBeTruthy()
  await waitFor(() => expect(pictures).toHaveLength(1))
  expect(field('图形验证码')).toHaveProperty('value', '')
})

test('an expired captcha reloads when its field gets the focus', async () => {
  const { user } = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await user.click(field('图形验证码'))
  expect(pictures).toEqual([])
  await user.click(field('手机号'))
  vi.useFakeTimers({ now: Date.now() + 121_000, toFake: ['Date'] })
  await user.click(field('图形验证码'))
  await waitFor(() => expect(pictures).toHaveLength(1))
})

test("a rate limit shows the server's message in a toast", async () => {
  refuse('sendSmsCode', 429, '发送过于频繁，请 37 秒后重试')
  const app = await openLogin()
  await requestCode(app)
  expect(await screen.findByText('发送过于频繁，请 37 秒后重试')).toBeTruthy()
})

test.each([
  ['no network', () => breakNetwork('sendSmsCode'), '网络连接失败，请检查你的网络设置'],
  ['a server in trouble', () => answerStatus('sendSmsCode', 500), '服务器内部错误'],
])('%s shows one message and loads a new captcha', async (_name, prepare, sentence) => {
  prepare()
  const app = await openLogin()
  const pictures = answer('captcha', buildCaptcha())
  await requestCode(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(pictures).toHaveLength(1))
})

test('看不清？换一张 loads a new captcha', async () => {
  const { user } = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await user.click(button('看不清？换一张'))
  await waitFor(() => expect(pictures).toHaveLength(1))
})

const hints = (label: string) =>
  ['inputmode', 'autocomplete', 'enterkeyhint'].map((name) => field(label).getAttribute(name))

test('extracts the code of a pasted message, and sets keyboard and autofill hints', async () => {
  await openLogin()
  fireEvent.change(field('短信验证码'), { target: { value: '验证码123456' } })
  expect(field('短信验证码')).toHaveProperty('value', '123456')
  expect(hints('手机号')).toEqual(['tel', 'tel', 'next'])
  expect(hints('短信验证码')).toEqual(['numeric', 'one-time-code', 'go'])
})

test('login opens Home when no page was saved', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const app = await openLogin()
  await submit(app)
  await app.arrivesAt('/home')
  expect(calls[0]?.body).toMatchObject({ mobile, smsCode: '123456', agreementVersion: '2026-11-22', fr: '' })
  expect(localStorage.getItem('token')).toBe('t-1')
})

test('login returns to the saved page and saves the pending search', async () => {
  answer('loginBySmsCode', loggedIn)
  answerHome()
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('coverage', { companies: 0, groups: [] })
  const savedSearches = answer('saveSearchHistory', null)
  const app = renderApp('/home')
  await app.user.type(await screen.findByRole('searchbox'), 'byd{Enter}')
  await screen.findByLabelText('手机号')
  await submit(app)
  await app.arrivesAt('/search/result?keyword=byd')
  await waitFor(() => expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: 'byd' }]))
})

test('login returns to the page that its address names, as the mini-program opens it', async () => {
  answer('loginBySmsCode', loggedIn)
  answer('about', buildAbout())
  const app = await openLogin(`/login?to=${encodeURIComponent('/user/about')}`)
  expect(screen.getByText('登录后查看关于我们')).toBeTruthy()
  await submit(app)
  await app.arrivesAt('/user/about')
})

test.each([
  [4101, '请输入正确的手机号', '手机号'],
  [4103, '验证码不正确', '短信验证码'],
  [4104, '验证码已失效，请重新获取', '短信验证码'],
])('code %i shows its error at the matching field', async (code, sentence, label) => {
  refuse('loginBySmsCode', code, sentence)
  const app = await openLogin()
  await submit(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(app.currentUrl()).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
})

test('a response without a token shows 登录失败：未获取到token', async () => {
  answer('loginBySmsCode', { ...loggedIn, token: '' })
  const app = await openLogin()
  await submit(app)
  expect(await screen.findByText('登录失败：未获取到token')).toBeTruthy()
})

test.each([
  ['without its token', { isFirstLogin: false, userDetail: buildUser() }],
  ['with the token null', { token: null, isFirstLogin: false, userDetail: buildUser() }],
  ['that is empty', {}],
  ['null', null],
])('a response %s shows 登录失败：未获取到token and starts no session', async (_name, data) => {
  handle('loginBySmsCode', () => HttpResponse.json({ code: 0, message: 'ok', data }))
  const app = await openLogin()
  await submit(app)
  expect(await screen.findByText('登录失败：未获取到token')).toBeTruthy()
  expect(screen.queryByText('网络连接故障')).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
})

test('an empty form marks every field, the captcha included, and sends nothing', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const { user } = await openLogin()
  await user.click(button('登录'))
  expect(screen.getByText('请输入手机号')).toBeTruthy()
  expect(screen.getByText('请输入图中的 4 个字符')).toBeTruthy()
  expect(screen.getByText('请输入 6 位验证码')).toBeTruthy()
  for (const label of ['手机号', '图形验证码', '短信验证码']) {
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  }
  expect(calls).toEqual([])
})

test('a code that was sent needs no further captcha', async () => {
  answer('sendSmsCode', null)
  const app = await openLogin()
  await requestCode(app)
  await screen.findByText('60 秒后重发')
  await app.user.click(button('登录'))
  expect(screen.getByText('请输入 6 位验证码')).toBeTruthy()
  expect(screen.queryByText('请输入图中的 4 个字符')).toBeNull()
})

test('shows the number in groups of 3, 4 and 4, and keeps the caret where digits are corrected', async () => {
  const { user } = await openLogin()
  const number = screen.getByLabelText<HTMLInputElement>('手机号', { selector: 'input' })
  await user.type(number, mobile)
  expect(number.value).toBe('138 0000 0000')
  await user.type(number, '9', { initialSelectionStart: 3, initialSelectionEnd: 4 })
  expect(number.value).toBe('138 9000 00000')
  expect(number.selectionStart).toBe(5)
})

test.each([
  ['/legalRisk/dishonestExecutor?id=c-1', '登录后查看失信被执行人'],
  ['/company/cases?id=c-1', '登录后查看法律风险'],
  [`/search/result?keyword=${encodeURIComponent('比亚迪')}`, '登录后继续搜索“比亚迪”'],
  ['/user/info', '登录后查看信息管理'],
])('a visitor redirected from %s reads why', async (address, reason) => {
  answerHome()
  const { arrivesAt } = renderApp(address)
  await arrivesAt('/login')
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('login opened by hand states no reason', async () => {
  await openLogin()
  expect(screen.queryByText(/^登录后/)).toBeNull()
})

test('shows a note only when the server prints codes', async () => {
  const { unmount } = await openLogin()
  expect(screen.queryByText(/验证码见服务终端/)).toBeNull()
  unmount()
  answerHome()
  answer('captcha', buildCaptcha({ codesInTerminal: true }))
  renderApp('/login')
  expect(await screen.findByText(/验证码见服务终端/)).toBeTruthy()
})

test('states that an unknown number creates an account', async () => {
  await openLogin()
  expect(screen.getByText('未注册手机号验证后将自动创建账号')).toBeTruthy()
})

test('keeps the number while an agreement is read and when the mode changes', async () => {
  const { user, goTo, arrivesAt } = await openLogin()
  await user.type(field('手机号'), typedMobile)
  await user.click(screen.getByRole('tab', { name: '密码登录' }))
  await arrivesAt('/login?way=password')
  expect(await screen.findByLabelText('手机号')).toHaveProperty('value', typedMobile)
  await goTo('/user/membersIntroduction')
  await waitFor(() => expect(screen.queryByLabelText('手机号')).toBeNull())
  await goTo(-1)
  await waitFor(() => {
    expect(field('手机号')).toHaveProperty('value', typedMobile)
    expect(screen.getByRole('tab', { name: '密码登录' }).getAttribute('aria-selected')).toBe('true')
  })
})

test('remembers mode and number of the last login, the number as a mask', async () => {
  const data = { loginType: 'password', agreementVersion: '2026-11-22', mobileMasked: '138****0000' }
  localStorage.setItem('login_form_data', JSON.stringify(data))
  answerHome()
  renderApp('/login')
  const typed = await screen.findByLabelText('手机号')
  expect(screen.getByRole('tab', { name: '密码登录' }).getAttribute('aria-selected')).toBe('true')
  expect(typed.getAttribute('placeholder')).toBe('上次登录 138****0000')
  expect(typed).toHaveProperty('value', '')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})

test('redirects a logged-in user to Home', async () => {
  answerHome()
  logIn()
  const { arrivesAt } = renderApp('/login')
  await arrivesAt('/home')
})

test('creates no device id before a login attempt', async () => {
  await openLogin()
  expect(localStorage.getItem('web_track_device_id')).toBeNull()
})
