import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import {
  accountsIn,
  anotherCode,
  logInByPassword,
  otherPassword,
  password,
  resetPassword,
} from '../../../test/account/accounts.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  register,
  requestCode,
  signIn,
  type TestApp,
} from '../../../test/http/app.ts'
import { createCaptchaSpeaker } from '../../platform/captcha/captcha-speaker.ts'

describeDatabases('every login', (freshDatabase) => {
  it('is refused before the code is used when other agreements are in force, and stores the consent', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const outdated = { code: 4112, message: '协议已更新，请阅读后重新同意' }
    const old = { ...device, agreementVersion: '2020-01-01' }
    await requestCode(test, mobile, { scene: 'register' })
    const smsCode = lastCode(test, mobile)
    expect(await call(test.app, 'register', { mobile, smsCode, password, ...old })).toMatchObject(outdated)
    expect(await call(test.app, 'register', { mobile, smsCode, password, ...device })).toMatchObject({ code: 0 })
    test.clock.time += 60_000
    await requestCode(test, mobile)
    const form = { mobile, smsCode: lastCode(test, mobile) }
    expect(await call(test.app, 'loginBySmsCode', { ...form, ...old })).toMatchObject(outdated)
    expect(await call(test.app, 'loginBySmsCode', { ...form, ...device })).toMatchObject({ code: 0 })
    expect(await logInByPassword(test, mobile, password, old)).toMatchObject(outdated)
    await db.updateTable('consent').set({ agreement_version: '2020-01-01' }).execute()
    expect((await logInByPassword(test, mobile, password)).data?.userDetail.agreementVersion).toBe(
      device.agreementVersion,
    )
    const stored = await db.selectFrom('consent').select(['agreement_version', 'device_type']).orderBy('at').execute()
    expect(stored.map((consent) => consent.agreement_version)).toEqual(['2020-01-01', device.agreementVersion])
  })
})

describeDatabases('a code for deactivation', (freshDatabase) => {
  it('is sent only with a session, and only to the number of its account', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const request = (typed: string, sentToken?: string) =>
      requestCode(test, typed, { scene: 'deactivate', ...(sentToken !== undefined && { token: sentToken }) })
    const before = test.sent.length
    expect(await request(mobile)).toMatchObject({ status: 200, code: 403 })
    expect(await request('')).toMatchObject({ status: 200, code: 403 })
    expect(await request(freshMobile(), token)).toMatchObject({ code: 4101, message: '只能使用当前账户的手机号' })
    expect(test.sent).toHaveLength(before)
    expect(await request('', token)).toMatchObject({ code: 0 })
    expect(await request(`+86 ${mobile}`, token)).toMatchObject({ code: 0 })
    expect(test.sent.slice(before).map((message) => message.mobile)).toEqual([mobile, mobile])
  })
})

describeDatabases('a code for any scene', (freshDatabase) => {
  it.each(['login', 'register', 'resetPassword'] as const)(
    '%s: the response is the same for registered and unregistered numbers',
    async (scene) => {
      const test = await openTestApp((await freshDatabase()).db)
      const known = freshMobile()
      await signIn(test, known)
      const answers = [await requestCode(test, known, { scene }), await requestCode(test, freshMobile(), { scene })]
      expect(answers[0]?.code).toBe(0)
      expect({ ...answers[1], headers: null }).toEqual({ ...answers[0], headers: null })
    },
  )
})

describeDatabases('registering', (freshDatabase) => {
  it('creates an account that can log in by password, typed in any width', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const { token, isFirstLogin, userDetail } = await register(test, mobile, password)
    expect({ isFirstLogin, methods: userDetail.loginMethods }).toEqual({
      isFirstLogin: true,
      methods: ['sms', 'password'],
    })
    expect(userDetail.agreementVersion).toBe(device.agreementVersion)
    expect(await call(test.app, 'userDetail', {}, { token })).toMatchObject({ code: 0 })
    for (const typed of [password, 'ｌａｎ－ｓｈａｎ　４２']) {
      const login = await logInByPassword(test, mobile, typed)
      expect(login.data?.userDetail.userId).toBe(userDetail.userId)
      expect(login.data?.isFirstLogin).toBe(false)
    }
    expect(await logInByPassword(test, mobile, `${password} `)).toMatchObject({ code: 4107 })
  })

  it('reveals only after a right code that the number has an account, and uses the code up', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    await signIn(test, mobile)
    await requestCode(test, mobile, { scene: 'register' })
    const smsCode = lastCode(test, mobile)
    const request = (code: string) => call(test.app, 'register', { mobile, smsCode: code, password, ...device })
    expect(await request(anotherCode(smsCode))).toMatchObject({ code: 4103, message: '验证码错误，还可尝试 4 次' })
    expect(await request(smsCode)).toMatchObject({ code: 4110, message: '该手机号已注册，请直接登录' })
    expect(await request(smsCode)).toMatchObject({ code: 4104 })
    expect((await accountsIn(db)).map((account) => account.password_hash)).toEqual([null])
  })

  it('creates no account with a wrong code or a code for another scene', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    await requestCode(test, mobile, { scene: 'register' })
    const smsCode = anotherCode(lastCode(test, mobile))
    expect(await call(test.app, 'register', { mobile, smsCode, password, ...device })).toMatchObject({ code: 4103 })
    const stranger = freshMobile()
    await requestCode(test, stranger, { scene: 'login' })
    const forLogin = { mobile: stranger, smsCode: lastCode(test, stranger), password, ...device }
    expect(await call(test.app, 'register', forLogin)).toMatchObject({ code: 4104 })
    expect(await accountsIn(db)).toEqual([])
  })

  it.each([
    ['lanshan', '密码至少 8 个字符'],
    ['x'.repeat(65), '密码最多 64 个字符'],
    ['lanshan-42\n', '密码不能包含换行等不可见的字符'],
    ['Password123', '该密码过于常见，请更换'],
  ])('refuses the password %j with its own sentence, and does not use up the code', async (unfit, message) => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    await requestCode(test, mobile, { scene: 'register' })
    const form = { mobile, smsCode: lastCode(test, mobile), ...device }
    expect(await call(test.app, 'register', { ...form, password: unfit })).toMatchObject({ code: 4109, message })
    expect(await call(test.app, 'register', { ...form, password: mobile })).toMatchObject({
      message: '密码不能是手机号',
    })
    expect(await call(test.app, 'register', { ...form, password })).toMatchObject({ code: 0 })
  })
})

describeDatabases('resetting the password', (freshDatabase) => {
  it('ends every session of the account and no other', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const tokens = [(await register(test, mobile, password)).token]
    for (let login = 0; login < 2; login += 1)
      tokens.push((await logInByPassword(test, mobile, password)).data?.token ?? '')
    const bystander = await signIn(test)
    expect(await resetPassword(test, mobile, otherPassword)).toMatchObject({ code: 0, data: null })
    for (const token of tokens) expect(await call(test.app, 'userDetail', {}, { token })).toMatchObject({ code: 403 })
    expect(await call(test.app, 'userDetail', {}, { token: bystander.token })).toMatchObject({ code: 0 })
    expect(await logInByPassword(test, mobile, password)).toMatchObject({ code: 4107 })
    expect(await logInByPassword(test, mobile, otherPassword)).toMatchObject({ code: 0 })
  })

  it('uses the number of the session when none is typed, and answers 403 without a session', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    expect(await requestCode(test, '', { scene: 'resetPassword' })).toMatchObject({ status: 200, code: 403 })
    expect(await requestCode(test, '', { scene: 'resetPassword', token })).toMatchObject({ code: 0 })
    const form = { smsCode: lastCode(test, mobile), password }
    expect(await call(test.app, 'resetPassword', form)).toMatchObject({ status: 200, code: 403 })
    expect(await call(test.app, 'resetPassword', form, { token })).toMatchObject({ code: 0 })
    expect(await logInByPassword(test, mobile, password)).toMatchObject({ code: 0 })
  })

  it('reveals only after a right code that the password is the old one, at most five times per code', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const mobile = freshMobile()
    await register(test, mobile, password)
    await requestCode(test, mobile, { scene: 'resetPassword' })
    const smsCode = lastCode(test, mobile)
    const request = (code: string, chosen: string) =>
      call(test.app, 'resetPassword', { mobile, smsCode: code, password: chosen })
    expect(await request(anotherCode(smsCode), password)).toMatchObject({ code: 4103 })
    for (let tried = 0; tried < 3; tried += 1) {
      expect(await request(smsCode, password)).toMatchObject({ code: 4109, message: '新密码不能与旧密码相同' })
    }
    expect(await request(smsCode, 'password1')).toMatchObject({
      code: 4109,
      message: '该密码过于常见，请更换',
    })
    expect(await request(smsCode, otherPassword)).toMatchObject({ code: 0 })
    expect(await request(smsCode, otherPassword)).toMatchObject({ code: 4104 })
  })

  it('reveals only after a right code that there is no account, and creates none', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    await requestCode(test, mobile, { scene: 'resetPassword' })
    const smsCode = lastCode(test, mobile)
    const request = (code: string) => call(test.app, 'resetPassword', { mobile, smsCode: code, password })
    expect(await request(anotherCode(smsCode))).toMatchObject({ code: 4103 })
    expect(await request(smsCode)).toMatchObject({ code: 4111, message: '该手机号未注册，请先注册' })
    expect(await request(smsCode)).toMatchObject({ code: 4104 })
    expect(await accountsIn(db)).toEqual([])
  })

  it('requires a code also for a session from a partner', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const { token } = await register(test, mobile, password)
    await db.updateTable('session').set({ source: 'partner' }).execute()
    const request = (smsCode: string) =>
      call(test.app, 'resetPassword', { smsCode, password: otherPassword }, { token })
    expect(await request('000000')).toMatchObject({ code: 4104 })
    await requestCode(test, '', { scene: 'resetPassword', token })
    expect(await request(anotherCode(lastCode(test, mobile)))).toMatchObject({ code: 4103 })
    expect(await logInByPassword(test, mobile, otherPassword)).toMatchObject({ code: 4107 })
  })

  it('changes nothing when it fails half-way', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const { token } = await register(test, mobile, password)
    await requestCode(test, mobile, { scene: 'resetPassword' })
    const form = { mobile, smsCode: lastCode(test, mobile), password: otherPassword }
    await db.schema.alterTable('audit_event').renameTo('audit_elsewhere').execute()
    expect(await call(test.app, 'resetPassword', form)).toMatchObject({ status: 500 })
    await db.schema.alterTable('audit_elsewhere').renameTo('audit_event').execute()
    expect(await call(test.app, 'userDetail', {}, { token })).toMatchObject({ code: 0 })
    expect(await call(test.app, 'resetPassword', form)).toMatchObject({ code: 0 })
  })
})

async function hear(test: TestApp) {
  const captcha = await call(test.app, 'captcha', { kind: 'voice' })
  const captchaId = captcha.data?.captchaId ?? ''
  return { captchaId, answer: test.captchas.get(captchaId) ?? '', captcha: captcha.data }
}

const send = async (test: TestApp, captchaId: string, captchaCode: string) =>
  (await call(test.app, 'sendSmsCode', { mobile: freshMobile(), scene: 'login', captchaId, captchaCode, ...device }))
    .code

const inHan = (digits: string, one: string) =>
  digits.replace(/\d/g, (digit) => `零${one}二三四五六七八九`.charAt(Number(digit)))

describeDatabases('an audio captcha', (freshDatabase) => {
  it('is six digits in a WAV file without a picture; the default captcha is a picture', async () => {
    const test = await openTestApp((await freshDatabase()).db, { speaker: createCaptchaSpeaker })
    const { captcha, answer } = await hear(test)
    expect(captcha).toMatchObject({ image: null, expiresIn: 120, codesInTerminal: true })
    expect(Buffer.from(captcha?.audio ?? '', 'base64').toString('latin1', 0, 4)).toBe('RIFF')
    expect(answer).toMatch(/^\d{6}$/)
    const painted = await call(test.app, 'captcha', {})
    expect(painted.data).toMatchObject({ audio: null, image: expect.stringMatching(/^data:image\/png;base64,/) })
  })

  it.each([
    ['as digits', (answer: string) => answer],
    [
      'in full width',
      (answer: string) => answer.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ],
    ['with spaces and commas', (answer: string) => Array.from(answer).join('， ')],
    ['in Han digits', (answer: string) => inHan(answer, '一')],
    ['as it was said', (answer: string) => inHan(answer, '幺')],
  ])('accepts the answer %s', async (_, write) => {
    const test = await openTestApp((await freshDatabase()).db)
    const { captchaId, answer } = await hear(test)
    expect(await send(test, captchaId, write(answer))).toBe(0)
  })

  it('accepts one attempt within two minutes', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const tried = await hear(test)
    expect(await send(test, tried.captchaId, tried.answer === '000000' ? '1' : '000000')).toBe(resultCode.captchaWrong)
    expect(await send(test, tried.captchaId, tried.answer)).toBe(resultCode.captchaWrong)
    const late = await hear(test)
    test.clock.time += 120_000
    expect(await send(test, late.captchaId, late.answer)).toBe(resultCode.captchaWrong)
  })
})
