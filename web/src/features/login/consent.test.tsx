import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAgreementList } from '../../../test/content-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { type App, button, consentBox, field, openForm, requestCode, typedMobile } from '../../../test/login-form.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, buildUser, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../../ui/sheet-dialog.tsx'
import './login-page.tsx'

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
