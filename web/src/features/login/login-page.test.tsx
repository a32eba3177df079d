import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerHome, buildCaptcha } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, refuse } from '../../../test/server.ts'
import { passTime } from '../../../test/time.ts'

const mobile = `138${'0'.repeat(8)}`
const typedMobile = '138 0000 0000'
const loggedIn = { token: 't-1', isFirstLogin: false, userDetail: buildUser() }
const mobileField = () => screen.findByLabelText('手机号')
const captchaField = () => screen.getByLabelText('图形验证码')
const smsField = () => screen.getByLabelText('短信验证码')
const button = (name: string) => screen.getByRole('button', { name })

async function openLogin(...addresses: string[]) {
  answerHome()
  const app = renderApp(...(addresses.length === 0 ? ['/login'] : addresses))
  await screen.findByRole('button', { name: '图形验证码，点按换一张' })
  return app
}
type App = Awaited<ReturnType<typeof openLogin>>

async function askForCode({ user }: App) {
  await user.type(await mobileField(), typedMobile)
  await user.type(captchaField(), 'ab2c')
  await user.click(button('获取验证码'))
}

test('asking for a code sends the plain number, the picture’s answer and the device', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0')
  const calls = answer('sendSmsCode', null)
  const app = await openLogin('/login?fr=wx01')
  await askForCode(app)
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
})

test('the countdown goes on while the page is left', async () => {
  answer('sendSmsCode', null)
  const app = await openLogin()
  await askForCode(app)
  await screen.findByText('60 秒后重发')
  app.unmount()
  vi.useFakeTimers({ now: Date.now() + 20_000, toFake: ['Date'] })
  await openLogin()
  expect(screen.getByText(/^(39|40) 秒后重发$/)).toBeTruthy()
})

test('after 60 s a code can be asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.setItem('smsResendAt', String(Date.now() + 60_000))
  await openLogin()
  expect(screen.queryByRole('button', { name: '获取验证码' })).toBeNull()
  passTime(60_000)
  expect(button('获取验证码')).toBeTruthy()
})

test('a number that is none is told at its field, and nothing is sent', async () => {
  const calls = answer('sendSmsCode', null)
  const { user } = await openLogin()
  await user.type(await mobileField(), '12345')
  await user.click(button('获取验证码'))
  expect(screen.getByText('请输入正确的手机号')).toBeTruthy()
  expect(screen.getByText('请输入图中的 4 个字符')).toBeTruthy()
  expect((await mobileField()).getAttribute('aria-invalid')).toBe('true')
  await user.type(await mobileField(), '6')
  expect(screen.queryByText('请输入正确的手机号')).toBeNull()
  expect(calls).toEqual([])
})

test('a wrong picture code is told at its field, cleared, and another picture drawn', async () => {
  refuse('sendSmsCode', 4102, '图形验证码错误')
  const app = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await askForCode(app)
  expect(await screen.findByText('图形验证码错误')).toBeTruthy()
  await waitFor(() => expect(pictures).toHaveLength(1))
  expect(captchaField()).toHaveProperty('value', '')
})

test('a throttle is told in a toast with the server’s sentence', async () => {
  refuse('sendSmsCode', 429, '发送过于频繁，请 37 秒后重试')
  const app = await openLogin()
  await askForCode(app)
  expect(await screen.findByText('发送过于频繁，请 37 秒后重试')).toBeTruthy()
})

test.each([
  ['no network', () => breakNetwork('sendSmsCode'), '网络连接失败，请检查你的网络设置'],
  ['a server in trouble', () => answerStatus('sendSmsCode', 500), '服务器内部错误'],
])('%s is told once and draws another picture', async (_name, prepare, sentence) => {
  prepare()
  const app = await openLogin()
  const pictures = answer('captcha', buildCaptcha())
  await askForCode(app)
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(pictures).toHaveLength(1))
})

test('看不清？换一张 draws another picture', async () => {
  const { user } = await openLogin()
  const pictures = answer('captcha', buildCaptcha({ captchaId: 'k-2' }))
  await user.click(button('看不清？换一张'))
  await waitFor(() => expect(pictures).toHaveLength(1))
})

test('a pasted message leaves its code', async () => {
  await openLogin()
  fireEvent.change(smsField(), { target: { value: '验证码123456' } })
  expect(smsField()).toHaveProperty('value', '123456')
  expect(smsField().getAttribute('inputmode')).toBe('numeric')
  expect(smsField().getAttribute('autocomplete')).toBe('one-time-code')
})

test('login leads home when nothing was saved', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const { user, arrivesAt } = await openLogin()
  await user.type(await mobileField(), typedMobile)
  await user.type(smsField(), '123456')
  await user.click(button('登录'))
  await arrivesAt('/home')
  expect(calls[0]?.body).toMatchObject({ mobile, smsCode: '123456', fr: '' })
  expect(localStorage.getItem('token')).toBe('t-1')
})

test('login leads back to where it was asked for, and the search that waited is kept', async () => {
  answer('loginBySmsCode', loggedIn)
  answerHome()
  answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  answer('coverage', { companies: 0, sources: [] })
  answer('filterOptions', { regions: [], industries: [] })
  const kept = answer('saveSearchHistory', null)
  const { user, arrivesAt } = renderApp('/home')
  await user.type(await screen.findByRole('searchbox'), 'byd{Enter}')
  await user.type(await mobileField(), typedMobile)
  await user.type(smsField(), '123456{Enter}')
  await arrivesAt('/search/result?keyword=byd')
  await waitFor(() => expect(kept.map((call) => call.body)).toEqual([{ companyName: 'byd' }]))
})

test('a wrong code is told at its field', async () => {
  refuse('loginBySmsCode', 4103, '验证码不正确')
  const { user, place } = await openLogin()
  await user.type(await mobileField(), typedMobile)
  await user.type(smsField(), '123456')
  await user.click(button('登录'))
  expect(await screen.findByText('验证码不正确')).toBeTruthy()
  expect(place()).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
})

test('an answer without a token says 登录失败：未获取到token', async () => {
  answer('loginBySmsCode', { ...loggedIn, token: '' })
  const { user } = await openLogin()
  await user.type(await mobileField(), typedMobile)
  await user.type(smsField(), '123456')
  await user.click(button('登录'))
  expect(await screen.findByText('登录失败：未获取到token')).toBeTruthy()
})

test('an unfinished form sends nothing', async () => {
  const calls = answer('loginBySmsCode', loggedIn)
  const { user } = await openLogin()
  await user.click(button('登录'))
  expect(screen.getByText('请输入正确的手机号')).toBeTruthy()
  expect(screen.getByText('请输入 6 位验证码')).toBeTruthy()
  expect(calls).toEqual([])
})

test('where codes are printed the page says so, elsewhere it does not', async () => {
  const { unmount } = await openLogin()
  expect(screen.queryByText(/启动服务的终端/)).toBeNull()
  unmount()
  answerHome()
  answer('captcha', buildCaptcha({ codesInTerminal: true }))
  renderApp('/login')
  expect(await screen.findByText(/启动服务的终端/)).toBeTruthy()
})

test('the page says that an unknown number creates an account', async () => {
  await openLogin()
  expect(screen.getByText('未注册手机号验证后将自动创建账号')).toBeTruthy()
})

test('someone already logged in is sent home', async () => {
  answerHome()
  logIn()
  const { arrivesAt } = renderApp('/login')
  await arrivesAt('/home')
})

test('no device id is made before a login is tried', async () => {
  await openLogin()
  expect(localStorage.getItem('web_track_device_id')).toBeNull()
})
