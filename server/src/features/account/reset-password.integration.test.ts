import { expect, it } from 'vitest'
import {
  accountsIn,
  anotherCode,
  logInByPassword,
  otherPassword,
  password,
  resetPassword,
} from '../../../test/account/credentials.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, register, requestCode, signIn } from '../../../test/http/app.ts'

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
