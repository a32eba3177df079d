import { expect, it } from 'vitest'
import { arrive } from '../../../test/account/partners.ts'
import { eraseDue } from '../../../test/account/personal-data.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  shippedLimits,
  type TestApp,
  withLimits,
} from '../../../test/http/app.ts'
import { openWechat, startWechatServer } from '../../../test/http/wechat-server.ts'
import type { AppDeps } from '../../app/deps.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let codes = 0
/** A fresh code of the WeChat user. */
const codeOf = (user = 'a') => `code-${++codes}-${user}`

const logIn = ({ app }: TestApp, code = codeOf()) => call(app, 'loginByWechatCode', { code, deviceId: 'd' })
const bind = ({ app }: TestApp, bindToken: string) =>
  call(app, 'bindWechatPhone', {
    bindToken,
    phoneCode: codeOf(),
    agreementVersion: device.agreementVersion,
    deviceId: 'd',
  })

const bindTokenOf = ({ data }: Awaited<ReturnType<typeof logIn>>) =>
  data !== null && 'bindToken' in data ? data.bindToken : ''
const ticketOf = ({ data }: Awaited<ReturnType<typeof logIn>>) => (data !== null && 'ticket' in data ? data.ticket : '')

describeDatabases('a login of the mini-program', (freshDatabase) => {
  async function open({ deadlineMs = 3_000, ...deviation }: Partial<AppDeps> = {}) {
    const { db } = await freshDatabase()
    const server = await startWechatServer()
    const logged: string[] = []
    const wechat = openWechat(db, server, deadlineMs, logged)
    const test = await openTestApp(db, { wechat, ...deviation })
    server.phone.purePhoneNumber = freshMobile()
    return { db, server, test, logged, mobile: server.phone.purePhoneNumber }
  }

  it('creates the account of an unknown number with its consent, and knows the user afterwards', async () => {
    const { test } = await open()
    const bound = await bind(test, bindTokenOf(await logIn(test)))
    expect(bound.data?.isFirstLogin).toBe(true)
    const first = await arrive(test, bound.data?.ticket ?? '')
    expect(first.data).toMatchObject({
      isFirstLogin: true,
      source: 'mini-program',
      loginSource: 'mini-program',
      agreementVersion: device.agreementVersion,
    })
    const again = await arrive(test, ticketOf(await logIn(test)))
    expect(again.data).toMatchObject({ userId: first.data?.userId, isFirstLogin: false })
  })

  it('uses each code, binding token and ticket once', async () => {
    const { test } = await open()
    const code = codeOf()
    const bindToken = bindTokenOf(await logIn(test, code))
    expect((await logIn(test, code)).code).toBe(4127)
    const { data } = await bind(test, bindToken)
    expect(await bind(test, bindToken)).toMatchObject({ code: 4129, message: '操作超时，请重新登录' })
    const ticket = data?.ticket ?? ''
    expect([(await arrive(test, ticket)).code, (await arrive(test, ticket)).code]).toEqual([0, 403])
  })

  it('accepts a binding token for five minutes, and asks WeChat for no number after that', async () => {
    const { server, test } = await open()
    const bindToken = bindTokenOf(await logIn(test))
    test.clock.time += 5 * MINUTE
    expect((await bind(test, bindToken)).code).toBe(4129)
    expect(server.calls).toEqual(['/sns/jscode2session'])
  })

  it('stores the openid as HMAC only, tokens encrypted, and no session key', async () => {
    const { db, test, logged } = await open()
    await bind(test, bindTokenOf(await logIn(test)))
    const rows = [
      await db.selectFrom('wechat_link').selectAll().execute(),
      await db.selectFrom('wechat_token').selectAll().execute(),
    ]
    expect(rows.flat()).toHaveLength(2)
    expect(JSON.stringify(rows) + logged.join()).not.toMatch(/openid-a|token-1|canary/)
  })

  it('is unlinked in 信息管理 and by the erasure of the account', async () => {
    const { db, test, mobile } = await open()
    const bound = await bind(test, bindTokenOf(await logIn(test)))
    const token = (await arrive(test, bound.data?.ticket ?? '')).data?.token ?? ''
    expect((await call(test.app, 'wechatLink', {}, { token })).data).toEqual({ isLinked: true })
    await call(test.app, 'unlinkWechat', {}, { token })
    expect((await call(test.app, 'wechatLink', {}, { token })).data).toEqual({ isLinked: false })
    await bind(test, bindTokenOf(await logIn(test)))
    await requestCode(test, '', { scene: 'deactivate', token })
    await call(test.app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
    test.clock.time += 7 * DAY
    await eraseDue(db, test)
    expect(await db.selectFrom('wechat_link').selectAll().execute()).toEqual([])
  })

  it('renews a token once when WeChat refuses it', async () => {
    const { server, test } = await open()
    await bind(test, bindTokenOf(await logIn(test)))
    server.rotate()
    expect((await bind(test, bindTokenOf(await logIn(test, codeOf('b'))))).code).toBe(0)
    server.errors.set('/wxa/business/getuserphonenumber', 42_001)
    const before = server.calls.length
    expect((await bind(test, bindTokenOf(await logIn(test, codeOf('c'))))).code).toBe(4126)
    expect(server.calls.slice(before).filter((path) => path === '/cgi-bin/stable_token')).toHaveLength(1)
  })

  it('renews a token by one of several processes', async () => {
    const { db, server } = await open()
    const processes = Array.from({ length: 4 }, () => openWechat(db, server))
    const signed = await Promise.all(
      processes.map(async ({ officialAccount }) => officialAccount?.signPage('https://a/')),
    )
    expect(signed.every((one) => one?.ok)).toBe(true)
    expect(server.calls.filter((path) => path === '/cgi-bin/stable_token')).toHaveLength(1)
    expect(server.calls.filter((path) => path === '/cgi-bin/ticket/getticket')).toHaveLength(1)
  })

  it.each([
    [40_029, 4127, '微信授权已失效，请重新授权'],
    [45_011, 429, '微信登录过于频繁，请 60 秒后重试'],
    [40_226, 4128, '该微信账号存在风险，请使用短信验证码登录'],
    [-1, 4126, '微信暂时无法登录，请稍后重试或使用短信验证码'],
  ])('answers errcode %s with code %s and a sentence', async (errcode, code, message) => {
    const { server, test } = await open()
    server.errors.set('/sns/jscode2session', errcode)
    expect(await logIn(test)).toMatchObject({ code, message })
  })

  it.each([
    ['of another AppID', { watermark: { timestamp: Number.NaN, appid: 'wxffffffffffffffff' } }, 4126],
    ['of another country', { countryCode: '852' }, 4101],
  ])('refuses a number %s', async (_, phone, code) => {
    const { server, test } = await open()
    const { timestamp } = server.phone.watermark
    Object.assign(server.phone, phone)
    server.phone.watermark.timestamp = timestamp
    expect((await bind(test, bindTokenOf(await logIn(test)))).code).toBe(code)
  })

  it('refuses a number whose watermark is older than five minutes', async () => {
    const { server, test } = await open()
    server.phone.watermark.timestamp -= 301
    expect((await bind(test, bindTokenOf(await logIn(test)))).code).toBe(4126)
  })

  it('stops calling a WeChat that hangs', async () => {
    const { server, test } = await open({ deadlineMs: 20 })
    server.hangs = true
    for (let turn = 0; turn < 7; turn += 1) expect((await logIn(test)).code).toBe(4126)
    expect(server.calls).toHaveLength(5)
  })

  it('is 未开通 without an AppID', async () => {
    const { test } = await open({ wechat: { miniProgram: null, officialAccount: null } })
    expect(await logIn(test)).toMatchObject({ code: 4125, message: '微信登录未开通，请使用短信验证码登录' })
    expect((await call(test.app, 'jsConfig', { url: 'https://www.example.com/' })).code).toBe(4125)
  })

  it('is allowed 30 times in 5 minutes per address, a binding 5 times per hour and number', async () => {
    const { test } = await open(withLimits(shippedLimits()))
    for (let turn = 0; turn < 6; turn += 1) {
      const bound = await bind(test, bindTokenOf(await logIn(test, codeOf(String(turn)))))
      expect(bound.code).toBe(turn < 5 ? 0 : 429)
    }
    for (let turn = 6; turn < 30; turn += 1) await logIn(test)
    expect(await logIn(test)).toMatchObject({ code: 429, headers: { 'retry-after': '10' } })
  })

  it('and the signature of a page is given to own origins without a hash, 60 times a minute', async () => {
    const { test } = await open(withLimits(shippedLimits()))
    const sign = (url: string) => call(test.app, 'jsConfig', { url })
    const own = await sign('https://www.example.com/?isShare=1')
    expect(own.data).toMatchObject({ appId: 'wx0123456789abcdef', signature: expect.stringMatching(/^[0-9a-f]{40}$/) })
    for (const url of ['https://evil.example/', 'https://www.example.com.evil/', 'https://www.example.com/#/a', 'x']) {
      expect((await sign(url)).code).toBe(400)
    }
    for (let turn = 5; turn < 60; turn += 1) await sign('https://www.example.com/')
    expect((await sign('https://www.example.com/')).code).toBe(429)
  })
})
