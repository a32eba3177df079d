import { expect, it } from 'vitest'
import { accountsIn, anotherCode, logInByPassword, password } from '../../../test/account/credentials.ts'
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
} from '../../../test/http/app.ts'

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
