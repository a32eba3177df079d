import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  shippedLimits,
  signIn,
  withLimits,
} from '../../../test/http/app.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describeDatabases('signing in by SMS code', (freshDatabase) => {
  it('creates the account of an unknown number once, and reports it as new', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const first = await signIn(test, mobile)
    test.clock.time += 2 * MINUTE
    const second = await signIn(test, mobile)
    expect(first.isFirstLogin).toBe(true)
    expect(second.isFirstLogin).toBe(false)
    expect(second.userDetail.userId).toBe(first.userDetail.userId)
  })

  it('reports how many guesses are left, and when none is left', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    await requestCode(test, mobile)
    const smsCode = lastCode(test, mobile) === '111111' ? '222222' : '111111'
    const messages: string[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      messages.push((await call(test.app, 'loginBySmsCode', { mobile, smsCode, ...device })).message)
    }
    expect(messages).toEqual([
      '验证码错误，还可尝试 4 次',
      '验证码错误，还可尝试 3 次',
      '验证码错误，还可尝试 2 次',
      '验证码错误，还可尝试 1 次',
      '验证码错误次数过多，请重新获取',
      '验证码已失效，请重新获取',
    ])
  })

  it('accepts only the newest code, only for its own number, for five minutes', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const [mobile, other] = [freshMobile(), freshMobile()]
    await requestCode(test, mobile)
    const old = lastCode(test, mobile)
    test.clock.time += MINUTE
    await requestCode(test, mobile)
    const newest = lastCode(test, mobile)
    const login = (number: string, smsCode: string) =>
      call(test.app, 'loginBySmsCode', { mobile: number, smsCode, ...device })
    expect((await login(other, newest)).code).toBe(4104)
    if (old !== newest) expect((await login(mobile, old)).code).toBe(4103)
    test.clock.time += 5 * MINUTE
    expect((await login(mobile, newest)).code).toBe(4104)
  })

  it('accepts numbers as people type them, and refuses others without using up the captcha', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const captcha = await call(test.app, 'captcha', {})
    const captchaId = captcha.data?.captchaId ?? ''
    const body = { scene: 'login', captchaId, captchaCode: test.captchas.get(captchaId) ?? '', ...device } as const
    expect(await call(test.app, 'sendSmsCode', { mobile: '12800000000', ...body })).toMatchObject({
      code: 4101,
      message: '请输入正确的手机号',
    })
    expect(await call(test.app, 'sendSmsCode', { mobile: '+86 138-0000-９９９９', ...body })).toMatchObject({ code: 0 })
    expect(test.sent.at(-1)?.mobile).toBe('13800009999')
  })

  it('accepts one attempt per captcha, for two minutes', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const send = async (wait: number, wrongFirst: boolean) => {
      const captcha = await call(test.app, 'captcha', {})
      const captchaId = captcha.data?.captchaId ?? ''
      const answer = test.captchas.get(captchaId) ?? ''
      test.clock.time += wait
      const body = { mobile: freshMobile(), scene: 'login', captchaId, ...device } as const
      if (wrongFirst) await call(test.app, 'sendSmsCode', { ...body, captchaCode: 'zzzz' })
      return (await call(test.app, 'sendSmsCode', { ...body, captchaCode: answer.toLowerCase() })).code
    }
    expect(await send(119_999, false)).toBe(0)
    expect(await send(120_000, false)).toBe(4102)
    expect(await send(0, true)).toBe(4102)
    const sentBefore = test.sent.length
    const parallel = await call(test.app, 'captcha', {})
    const captchaId = parallel.data?.captchaId ?? ''
    const captchaCode = test.captchas.get(captchaId) ?? ''
    await Promise.all(
      Array.from({ length: 10 }, () =>
        call(test.app, 'sendSmsCode', { mobile: freshMobile(), scene: 'login', captchaId, captchaCode, ...device }),
      ),
    )
    expect(test.sent.length - sentBefore).toBe(1)
  })

  it('stores neither token, code nor captcha answer in plain text', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    test.clock.time += MINUTE
    await requestCode(test, mobile)
    await call(test.app, 'captcha', {})
    const tables = ['session', 'sms_code', 'captcha', 'limit_bucket', 'audit_event'] as const
    const stored = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(`"${lastCode(test, mobile)}"`)
    for (const answer of test.captchas.values()) expect(stored).not.toContain(`"${answer}"`)
    const logged = test.logged.join('\n')
    for (const secret of [token, mobile, ...test.captchas.values()]) expect(logged).not.toContain(secret)
  })
})

describeDatabases('a failing SMS sender', (freshDatabase) => {
  it.each([
    ['fails', () => Promise.reject(new Error('provider says no'))],
    ['hangs', () => new Promise<void>(() => {})],
  ])('is reported in a sentence and not counted when it %s', async (_, send) => {
    let broken = true
    const test = await openTestApp((await freshDatabase()).db, {
      ...withLimits(shippedLimits()),
      smsSender: {
        send: async (message) => {
          if (broken) await send()
          test.sent.push(message)
        },
      },
    })
    const mobile = freshMobile()
    expect(await requestCode(test, mobile)).toMatchObject({
      status: 200,
      code: 4106,
      message: '短信发送失败，请稍后重试',
    })
    broken = false
    expect(await requestCode(test, mobile)).toMatchObject({ code: 0 })
  })
})

describeDatabases('limits of SMS codes', (freshDatabase) => {
  it('a right code does not count as a guess', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    for (let login = 0; login < 11; login += 1) {
      await db.deleteFrom('limit_bucket').where('key', 'like', 'sms%').execute()
      await signIn(test, mobile)
    }
    expect(test.sent).toHaveLength(11)
  })
})

describeDatabases('sessions', (freshDatabase) => {
  it('answer 403 with HTTP 200 for a token that is missing, malformed, unknown or ended', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    const detail = (given?: string) => call(test.app, 'userDetail', {}, given === undefined ? {} : { token: given })
    expect(await detail(token)).toMatchObject({ code: 0 })
    await call(test.app, 'logout', {}, { token })
    for (const given of [undefined, '', 'x', 'A'.repeat(43), token]) {
      expect(await detail(given)).toMatchObject({ status: 200, code: 403, data: null })
    }
  })

  it('last 30 days without use and 90 days in all', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const idle = await signIn(test)
    const used = await signIn(test)
    const code = async (token: string) => (await call(test.app, 'userDetail', {}, { token })).code
    for (let month = 0; month < 3; month += 1) {
      test.clock.time += 29 * DAY
      expect(await code(used.token)).toBe(0)
    }
    expect(await code(idle.token)).toBe(403)
    test.clock.time += 3 * DAY
    expect(await code(used.token)).toBe(403)
  })

  it('stay ended when the clock is set back', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'logout', {}, { token })
    test.clock.time -= 60 * MINUTE
    expect(await call(test.app, 'userDetail', {}, { token })).toMatchObject({ code: 403 })
  })

  it('are limited to five: the sixth login ends the oldest', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const tokens: string[] = []
    for (let login = 0; login < 6; login += 1) {
      tokens.push((await signIn(test, mobile)).token)
      test.clock.time += 2 * MINUTE
    }
    const codes = await Promise.all(
      tokens.map(async (token) => (await call(test.app, 'userDetail', {}, { token })).code),
    )
    expect(codes).toEqual([403, 0, 0, 0, 0, 0])
  })

  it('that have ended can read a company page like a visitor', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    expect(await call(test.app, 'companyDetail', { id: 'c-none' }, { token: 'A'.repeat(43) })).toMatchObject({
      code: 4040,
    })
  })
})
