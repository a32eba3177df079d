import { expect, it } from 'vitest'
import { logInByPassword, password } from '../../../test/account/credentials.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, device, freshMobile, lastCode, openTestApp, requestCode, signIn } from '../../../test/http/app.ts'

describeBothDatabases('every login', (freshDatabase) => {
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

describeBothDatabases('a code for deactivation', (freshDatabase) => {
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

describeBothDatabases('a code for any scene', (freshDatabase) => {
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
