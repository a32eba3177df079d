import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'

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
