import { expect, it } from 'vitest'
import { anotherCode, arrive, partners, ticketFor } from '../../../test/account/accounts.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn, type TestApp } from '../../../test/http/app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000

const devicesOf = async (test: TestApp, token: string) => (await call(test.app, 'devices', {}, { token })).data?.list
const isSignedIn = async (test: TestApp, token: string) =>
  (await call(test.app, 'userDetail', {}, { token })).code === 0

describeDatabases('signed-in devices', (freshDatabase) => {
  async function openWithTwo() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const first = await signIn(test, mobile)
    test.clock.time += 2 * MINUTE
    const second = await signIn(test, mobile)
    return { db, test, first: first.token, second: second.token }
  }

  it('are listed with the time of their last use, the calling one marked', async () => {
    const { test, first, second } = await openWithTwo()
    const signedInAt = new Date(test.clock.time).toISOString()
    test.clock.time += 3 * HOUR
    const usedAt = new Date(test.clock.time).toISOString()
    const [newest, other, ...more] = (await devicesOf(test, second)) ?? []
    expect(newest).toEqual({
      id: expect.stringMatching(/^d-/),
      deviceType: 'web',
      signedInAt,
      lastUsedAt: usedAt,
      loginSource: null,
      isCurrent: true,
    })
    expect(other).toMatchObject({ isCurrent: false })
    expect(more).toEqual([])
    expect((await devicesOf(test, first))?.find((device) => device.isCurrent)?.id).toBe(other?.id)
  })

  it('are not listed after they expired, nor those of other accounts', async () => {
    const { test, second } = await openWithTwo()
    await signIn(test)
    test.clock.time += 29 * DAY
    expect(await isSignedIn(test, second)).toBe(true)
    test.clock.time += DAY
    expect(await devicesOf(test, second)).toMatchObject([{ isCurrent: true }])
  })

  it('can be signed out one by one', async () => {
    const { test, first, second } = await openWithTwo()
    const other = (await devicesOf(test, second))?.find((device) => !device.isCurrent)
    expect(await call(test.app, 'signOutDevice', { id: other?.id ?? '' }, { token: second })).toMatchObject({ code: 0 })
    expect([await isSignedIn(test, first), await isSignedIn(test, second)]).toEqual([false, true])
  })

  it('can sign themselves out', async () => {
    const { test, first, second } = await openWithTwo()
    const own = (await devicesOf(test, first))?.find((device) => device.isCurrent)
    expect(await call(test.app, 'signOutDevice', { id: own?.id ?? '' }, { token: first })).toMatchObject({ code: 0 })
    expect([await isSignedIn(test, first), await isSignedIn(test, second)]).toEqual([false, true])
  })

  it('of another account get the response of unknown ones, and stay signed in', async () => {
    const { test, first } = await openWithTwo()
    const stranger = await signIn(test)
    const [foreign] = (await devicesOf(test, first)) ?? []
    const signOut = async (id: string) => {
      const answer = await call(test.app, 'signOutDevice', { id }, { token: stranger.token })
      return { ...answer, headers: null }
    }
    const refused = await signOut(foreign?.id ?? '')
    expect(refused).toMatchObject({ status: 200, code: 4040, message: '设备不存在或已退出登录' })
    expect(await signOut('d-none')).toEqual(refused)
    expect(await devicesOf(test, first)).toHaveLength(2)
  })

  it('can all be signed out except the calling one, with their number in the response', async () => {
    const { test, first, second } = await openWithTwo()
    const stranger = await signIn(test)
    const signOut = () => call(test.app, 'signOutOtherDevices', {}, { token: second })
    expect((await signOut()).data).toEqual({ signedOut: 1 })
    expect((await signOut()).data).toEqual({ signedOut: 0 })
    const signedIn = await Promise.all([first, second, stranger.token].map((token) => isSignedIn(test, token)))
    expect(signedIn).toEqual([false, true, true])
  })
})

describeDatabases('in a session that a partner opened, other devices', (freshDatabase) => {
  async function openWithPartner() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners })
    const mobile = freshMobile()
    const own = await signIn(test, mobile)
    test.clock.time += 2 * MINUTE
    const external = (await arrive(test, await ticketFor(test, mobile))).data?.token ?? ''
    const devices = (await devicesOf(test, external)) ?? []
    const idOf = (isCurrent: boolean) => devices.find((device) => device.isCurrent === isCurrent)?.id ?? ''
    const sendCode = async () => {
      await requestCode(test, '', { scene: 'signOut', token: external })
      return lastCode(test, mobile)
    }
    return { test, own: own.token, external, mobile, ownId: idOf(false), externalId: idOf(true), sendCode }
  }
  const unproved = { status: 200, code: 4119, message: '请先验证本人手机号' }

  it('are signed out one by one with the SMS code of the number only', async () => {
    const { test, own, external, ownId, sendCode } = await openWithPartner()
    const signOut = (smsCode?: string) =>
      call(test.app, 'signOutDevice', { id: ownId, ...(smsCode !== undefined && { smsCode }) }, { token: external })
    expect(await signOut()).toMatchObject(unproved)
    const right = await sendCode()
    expect((await signOut(anotherCode(right))).code).toBe(4103)
    expect(await isSignedIn(test, own)).toBe(true)
    expect((await signOut(right)).code).toBe(0)
    expect(await isSignedIn(test, own)).toBe(false)
    expect((await signOut(right)).code).toBe(4104)
  })

  it('are all signed out with the SMS code of the number only', async () => {
    const { test, own, external, sendCode } = await openWithPartner()
    const signOut = (smsCode?: string) =>
      call(test.app, 'signOutOtherDevices', smsCode === undefined ? {} : { smsCode }, { token: external })
    expect(await signOut()).toMatchObject(unproved)
    const right = await sendCode()
    expect((await signOut(anotherCode(right))).code).toBe(4103)
    expect(await isSignedIn(test, own)).toBe(true)
    expect((await signOut(right)).data).toEqual({ signedOut: 1 })
    expect([await isSignedIn(test, own), await isSignedIn(test, external)]).toEqual([false, true])
  })

  it('are not signed out with a code of another scene, or of another number', async () => {
    const { test, own, external, mobile, ownId } = await openWithPartner()
    await requestCode(test, mobile, { scene: 'login' })
    const other = freshMobile()
    const refused = await requestCode(test, other, { scene: 'signOut', token: external })
    expect(refused.code).toBe(4101)
    const smsCode = lastCode(test, mobile)
    expect((await call(test.app, 'signOutDevice', { id: ownId, smsCode }, { token: external })).code).toBe(4104)
    expect(await isSignedIn(test, own)).toBe(true)
  })

  it('keep a right code valid when the device is unknown', async () => {
    const { test, own, external, ownId, sendCode } = await openWithPartner()
    const smsCode = await sendCode()
    const signOut = (id: string) => call(test.app, 'signOutDevice', { id, smsCode }, { token: external })
    expect((await signOut('d-none')).code).toBe(4040)
    expect((await signOut(ownId)).code).toBe(0)
    expect(await isSignedIn(test, own)).toBe(false)
  })

  it('need no code for the calling device itself', async () => {
    const { test, own, external, externalId } = await openWithPartner()
    expect((await call(test.app, 'signOutDevice', { id: externalId }, { token: external })).code).toBe(0)
    expect([await isSignedIn(test, own), await isSignedIn(test, external)]).toEqual([true, false])
  })

  it('are not signed out by further logins of the partner', async () => {
    const { test, own, mobile } = await openWithPartner()
    const arrivals: string[] = []
    for (let turn = 0; turn < 7; turn += 1) {
      arrivals.push((await arrive(test, await ticketFor(test, mobile))).data?.token ?? '')
    }
    expect(await isSignedIn(test, own)).toBe(true)
    expect(await isSignedIn(test, arrivals.at(-1) ?? '')).toBe(true)
    expect(await devicesOf(test, own)).toHaveLength(5)
  })
})
