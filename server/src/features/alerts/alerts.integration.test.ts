import { createHmac } from 'node:crypto'
import { ALERT_SIGNATURE_HEADER, ALERT_TIME_HEADER } from '@baiqicha/contract/alerts'
import { resultCode } from '@baiqicha/contract/result-codes'
import { UNSUBSCRIBE_PATH } from '@baiqicha/contract/routes/alerts'
import { expect, it } from 'vitest'
import { anotherCode } from '../../../test/account/accounts.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { mailedCode, setMail } from '../../../test/http/alerts.ts'
import { call, openTestApp, shippedLimits, signIn, type TestApp, withLimits } from '../../../test/http/app.ts'
import { createHmacHasher } from '../../platform/crypto/hmac.ts'
import { SendFailure } from '../../platform/mail/send-mail.ts'
import { mailReference, unsubscribeToken } from './alert-target.rules.ts'

const address = 'li@example.com'
const hook = 'https://hooks.example.com/baiqicha'
const hmac = createHmacHasher(new Uint8Array(32))
const MINUTE = 60_000

const targetsOf = async ({ app }: TestApp, token: string) =>
  (await call(app, 'alertSettings', {}, { token })).data?.targets

describeDatabases('alerts', (freshDatabase) => {
  async function open(deviation: Parameters<typeof openTestApp>[1] = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, deviation)
    const { token, userDetail } = await signIn(test)
    const set = (url: string) => call(test.app, 'setAlertWebhook', { url }, { token })
    return { db, test, token, userId: userDetail.userId, set }
  }

  it('are off until they are asked for, and need a mail server and the origin of the site', async () => {
    const { test, token } = await open()
    const { data } = await call(test.app, 'alertSettings', {}, { token })
    expect(data).toEqual({ offered: ['mail', 'webhook'], targets: [], webhookHosts: ['hooks.example.com'] })
    const without = await open({ alerts: null })
    expect((await call(without.test.app, 'alertSettings', {}, { token: without.token })).data?.offered).toEqual([])
    const refused = await call(without.test.app, 'sendAlertMailCode', { address }, { token: without.token })
    expect(refused).toMatchObject({ code: resultCode.alertUnfit, message: '暂不支持邮件简报' })
    expect((await without.set(hook)).code).toBe(resultCode.alertUnfit)
  })

  it('by mail need the code that was sent to the address, once, with its guesses', async () => {
    const { test, token } = await open()
    await call(test.app, 'sendAlertMailCode', { address }, { token })
    const code = mailedCode(test, address)
    const wrong = await call(test.app, 'setAlertMail', { address, code: anotherCode(code) }, { token })
    expect(wrong).toMatchObject({ code: resultCode.smsCodeWrong, message: '验证码错误，还可尝试 4 次' })
    const other = await call(test.app, 'setAlertMail', { address: 'wang@example.com', code }, { token })
    expect(other.code).toBe(resultCode.smsCodeVoid)
    expect((await call(test.app, 'setAlertMail', { address, code }, { token })).code).toBe(0)
    expect((await call(test.app, 'setAlertMail', { address, code }, { token })).code).toBe(resultCode.smsCodeVoid)
    expect(await targetsOf(test, token)).toEqual([
      { channel: 'mail', format: 'mail', addressMasked: 'li***@example.com', state: 'on', cause: null, sentAt: null },
    ])
  })

  it('send codes to an address as seldom as to a mobile number, also for several users', async () => {
    const { test, token } = await open(withLimits(shippedLimits()))
    const send = (as: string) => call(test.app, 'sendAlertMailCode', { address }, { token: as })
    expect((await send(token)).code).toBe(0)
    const { token: other } = await signIn(test)
    expect(await send(other)).toMatchObject({ code: resultCode.tooManyRequests })
    test.clock.time += MINUTE
    expect((await send(other)).code).toBe(0)
    for (let sent = 2; sent < 10; sent += 1) {
      test.clock.time += 15 * MINUTE
      expect((await send(token)).code).toBe(0)
    }
    test.clock.time += 15 * MINUTE
    expect((await send(token)).message).toMatch(/^该邮箱今日发送次数已达上限，请/)
  })

  it('refuse what is no mail address, and give the limits back when the code was not sent', async () => {
    const { test, token } = await open()
    for (const wrong of ['li', 'li@', 'li@example', 'li@example.com,wang@example.com', '李@example.com']) {
      const refused = await call(test.app, 'sendAlertMailCode', { address: wrong }, { token })
      expect.soft([wrong, refused.code]).toEqual([wrong, resultCode.alertUnfit])
    }
    const failing = await open({
      ...withLimits(shippedLimits()),
      alerts: {
        mail: { host: 'smtp.example.com', port: 465, isTls: true, user: '', password: '', from: 'a@example.com' },
        webhookHosts: [],
        origin: 'https://www.example.com',
        openMailer: async () => ({
          async send() {
            throw new SendFailure('SMTP 550 no such user', 'refused')
          },
          close() {},
        }),
        post: async () => '',
      },
    })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await call(failing.test.app, 'sendAlertMailCode', { address }, { token: failing.token })
      expect(refused).toMatchObject({
        status: 200,
        code: resultCode.alertUnfit,
        message: expect.stringContaining('发送失败'),
      })
    }
  })

  it('by webhook send a test message first, in the form of its host and signed as JSON', async () => {
    const { test, token, set } = await open()
    const secret = (await set(hook)).data?.secret ?? ''
    const [{ url, body, headers } = { url: '', body: '', headers: {} }] = test.posts
    expect([url, JSON.parse(body)]).toEqual([hook, { type: 'test' }])
    const signed = createHmac('sha256', secret).update(`${headers[ALERT_TIME_HEADER]}.${body}`).digest('hex')
    expect(headers[ALERT_SIGNATURE_HEADER]).toBe(`sha256=${signed}`)
    expect(headers[ALERT_TIME_HEADER]).toBe(String(test.clock.time / 1_000))
    for (const [host, form] of [
      ['qyapi.weixin.qq.com', { msgtype: 'text', text: { content: '百企查：每日动态将发到这里。' } }],
      ['oapi.dingtalk.com', { msgtype: 'text', text: { content: '百企查：每日动态将发到这里。' } }],
      ['open.feishu.cn', { msg_type: 'text', content: { text: '百企查：每日动态将发到这里。' } }],
    ] as const) {
      expect((await set(`https://${host}/hook?key=topsecret`)).data).toEqual({ secret: null })
      expect(JSON.parse(test.posts.at(-1)?.body ?? '')).toEqual(form)
    }
    expect(await targetsOf(test, token)).toMatchObject([{ format: '飞书', addressMasked: 'open.feishu.cn/****cret' }])
  })

  it('refuse a webhook of another host, with a password, or that does not take the test message', async () => {
    const { test, token, set } = await open()
    for (const url of [
      'https://example.com/hook',
      'https://hooks.example.com:8443/hook',
      'https://hooks.example.com.evil.example/hook',
      'https://user:pass@hooks.example.com/hook',
      'hooks.example.com',
    ]) {
      expect.soft([url, (await set(url)).code]).toEqual([url, resultCode.alertUnfit])
    }
    expect(test.posts).toEqual([])
    expect(await targetsOf(test, token)).toEqual([])
    const refusing = await open({
      alerts: {
        mail: null,
        webhookHosts: [],
        origin: 'https://www.example.com',
        openMailer: async () => ({ send: async () => {}, close() {} }),
        post: async () => JSON.stringify({ errcode: 310_000 }),
      },
    })
    const refused = await refusing.set('https://oapi.dingtalk.com/robot/send?access_token=topsecret')
    expect(refused.message).toBe('测试消息未送达：回应 310000')
    expect(await targetsOf(refusing.test, refusing.token)).toEqual([])
  })

  it('store addresses encrypted, and neither log nor answer them', async () => {
    const { db, test, token, set } = await open()
    await setMail(test, token, address)
    await set('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=topsecret')
    const rows = JSON.stringify([
      await db.selectFrom('alert_target').selectAll().execute(),
      await db.selectFrom('audit_event').selectAll().execute(),
      test.logged,
      await targetsOf(test, token),
    ])
    expect(rows).not.toContain('topsecret')
    expect(rows).not.toContain(address)
  })

  it('are removed by their owner', async () => {
    const { db, test, token, userId, set } = await open()
    await setMail(test, token, address)
    await set(hook)
    await call(test.app, 'removeAlert', { channel: 'webhook' }, { token: (await signIn(test)).token })
    expect(await targetsOf(test, token)).toHaveLength(2)
    await call(test.app, 'removeAlert', { channel: 'webhook' }, { token })
    expect(await targetsOf(test, token)).toMatchObject([{ channel: 'mail' }])
    const kinds = await db
      .selectFrom('audit_event')
      .select('kind')
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute()
    expect(kinds.map(({ kind }) => kind).filter((kind) => kind.startsWith('alert'))).toEqual([
      'alertSet',
      'alertSet',
      'alertRemoved',
    ])
  })

  it('are unsubscribed by one tap without a login, and by no GET', async () => {
    const { test, token, userId } = await open()
    await setMail(test, token, address)
    const url = `${UNSUBSCRIBE_PATH}?token=${unsubscribeToken(hmac, mailReference(hmac, userId, address))}`
    for (const method of ['GET', 'HEAD'] as const) await test.app.inject({ method, url })
    const shown = await test.app.inject({ method: 'GET', url })
    expect(shown.body).toContain('<form method="post"><button>退订</button></form>')
    expect(shown.headers['content-security-policy']).toContain("form-action 'self'")
    expect(await targetsOf(test, token)).toHaveLength(1)
    const oneTap = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    } as const
    expect((await test.app.inject(oneTap)).body).toContain('已退订')
    expect(await targetsOf(test, token)).toEqual([])
    // A second tap, and the mail of last year after the address was set again.
    expect((await test.app.inject(oneTap)).statusCode).toBe(200)
    await setMail(test, token, address)
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await targetsOf(test, token)).toEqual([])
  })

  it('are not unsubscribed by a token of another address', async () => {
    const { test, token, userId } = await open()
    await setMail(test, token, address)
    const reference = mailReference(hmac, userId, address)
    for (const wrong of ['', reference, `${reference}.`, `${reference}.${'0'.repeat(32)}`, '.']) {
      const answer = await test.app.inject({ method: 'POST', url: `${UNSUBSCRIBE_PATH}?token=${wrong}` })
      expect.soft([wrong, answer.statusCode]).toEqual([wrong, 404])
    }
    expect(await targetsOf(test, token)).toHaveLength(1)
  })
})
