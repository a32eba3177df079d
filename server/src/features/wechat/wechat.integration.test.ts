import { describe, expect, it } from 'vitest'
import { arrive, eraseDue } from '../../../test/account/accounts.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  raisedLimits,
  requestCode,
  type TestApp,
  withLimits,
} from '../../../test/http/app.ts'
import { openWechat, startWechatServer } from '../../../test/http/wechat-server.ts'
import type { AppDeps } from '../../app/deps.ts'
import { signPage } from '../../platform/wechat/wechat.ts'

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

const sign = ({ app }: TestApp, url: string) => call(app, 'jsConfig', { url })

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

  it('accepts a binding token at a process whose clock is a second behind', async () => {
    const { test } = await open()
    const bindToken = bindTokenOf(await logIn(test))
    test.clock.time -= 1_000
    expect((await bind(test, bindToken)).code).toBe(0)
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

  it('renews a token that expires, without discarding it at WeChat', async () => {
    const { db, server, test } = await open()
    await bind(test, bindTokenOf(await logIn(test)))
    await db
      .updateTable('wechat_token')
      .set({ expires_at: test.clock.time + 5 * MINUTE })
      .execute()
    expect((await bind(test, bindTokenOf(await logIn(test, codeOf('b'))))).code).toBe(0)
    expect(server.calls.filter((path) => path === '/cgi-bin/stable_token')).toHaveLength(2)
    expect(server.discarded).toBe(0)
  })

  it('lets another process renew a token when the first one failed', async () => {
    const { db, server } = await open()
    server.errors.set('/cgi-bin/stable_token', -1)
    const [first, second] = [openWechat(db, server), openWechat(db, server)]
    expect((await first.officialAccount?.signPage('https://a/'))?.ok).toBe(false)
    server.errors.clear()
    expect((await second.officialAccount?.signPage('https://a/'))?.ok).toBe(true)
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

  it('uses a token that another process stored after it looked', async () => {
    const { db, server } = await open()
    const other = openWechat(db, server)
    let looked = false
    const delayed = db.withPlugin({
      transformQuery: ({ node }) => node,
      // The other process renews between the first look-up and the lease.
      async transformResult({ result }) {
        if (!looked) {
          looked = true
          await other.officialAccount?.signPage('https://a/')
        }
        return result
      },
    })
    expect((await openWechat(delayed, server).officialAccount?.signPage('https://a/'))?.ok).toBe(true)
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
    expect(server.calls.length).toBeLessThanOrEqual(5)
  })

  it('is 未开通 without an AppID', async () => {
    const { test } = await open({ wechat: { miniProgram: null, officialAccount: null } })
    expect(await logIn(test)).toMatchObject({ code: 4125, message: '微信登录未开通，请使用短信验证码登录' })
    expect((await bind(test, 'b')).code).toBe(4125)
  })

  it('of one binding token in two calls at once, one binds', async () => {
    const { db, test } = await open()
    const bindToken = bindTokenOf(await logIn(test))
    const bound = await Promise.all([bind(test, bindToken), bind(test, bindToken)])
    expect(bound.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 4129])
    expect(await db.selectFrom('user_account').select('id').execute()).toHaveLength(1)
  })

  it('of another WeChat user of the same number replaces the link', async () => {
    const { db, test } = await open()
    await bind(test, bindTokenOf(await logIn(test, codeOf('a'))))
    await bind(test, bindTokenOf(await logIn(test, codeOf('b'))))
    expect(await db.selectFrom('wechat_link').select('user_id').execute()).toHaveLength(1)
    expect(bindTokenOf(await logIn(test, codeOf('a')))).not.toBe('')
    expect(ticketOf(await logIn(test, codeOf('b')))).not.toBe('')
  })

  it('passes the channel of the visit to the session, which begins with the ticket', async () => {
    const { db, test } = await open()
    const { data } = await bind(test, bindTokenOf(await logIn(test)))
    await call(
      test.app,
      'userDetail',
      { deviceType: 'wechat', deviceId: 'd', fr: 'poster' },
      { token: data?.ticket ?? '' },
    )
    expect(await db.selectFrom('session').select(['fr', 'source']).execute()).toEqual([
      { fr: 'poster', source: 'mini-program' },
    ])
  })

  describe('the signature of a page', () => {
    it.each([
      ['https://www.example.com/?isShare=1', 'https://www.example.com/?isShare=1'],
      ['https://www.example.com/?a=1#/company/detail?id=c-1', 'https://www.example.com/?a=1'],
      ['https://www.example.com', 'https://www.example.com'],
    ])('of %s is that of %s', async (url, signed) => {
      const { test } = await open()
      const { data } = await sign(test, url)
      const { appId = '', timestamp = 0, nonceStr = '', signature = '' } = data ?? {}
      expect(appId).toBe('wx0123456789abcdef')
      expect(timestamp).toBe(Math.floor(test.clock.time / 1000))
      expect(signature).toBe(signPage({ ticket: 'canary-ticket', nonceStr, timestamp, url: signed }))
    })

    it.each([
      'https://evil.example/',
      'https://www.example.com.evil/',
      'https://www.example.com@evil.example/',
      'https://user@www.example.com/',
      'https://www.example.com\\@evil.example/',
      'https://www.example.com:8443/',
      'http://www.example.com/',
      '#https://www.example.com/',
      'x',
    ])('is not given to %s', async (url) => {
      const { server, test } = await open()
      expect((await sign(test, url)).code).toBe(400)
      expect(server.calls).toEqual([])
    })

    it('is 未开通 without an official account or an origin', async () => {
      const { test } = await open({ wechat: { miniProgram: null, officialAccount: null } })
      expect(await sign(test, 'https://www.example.com/')).toMatchObject({ code: 4125, message: '微信分享未开通' })
      const { config } = withLimits(raisedLimits())
      const { test: without } = await open({ config: { ...config, publicOrigins: [] } })
      expect((await sign(without, 'https://www.example.com/')).code).toBe(4125)
    })

    const failure = { code: 4126, message: '微信暂时无法签名，请稍后重试', data: null }

    it('fails with a sentence while WeChat refuses, and logs no secret', async () => {
      const { server, test, logged } = await open()
      server.errors.set('/cgi-bin/ticket/getticket', 40_164)
      expect(await sign(test, 'https://www.example.com/')).toMatchObject(failure)
      expect(logged.join()).toContain('errcode 40164')
      expect(logged.join()).not.toMatch(/canary|token-1|abab/)
    })

    it('fails with a sentence while WeChat hangs', async () => {
      const { server, test } = await open({ deadlineMs: 20 })
      server.hangs = true
      expect(await sign(test, 'https://www.example.com/')).toMatchObject(failure)
    })
  })
})
