import { expect, it, onTestFinished } from 'vitest'
import { arrive, partners, requestTicket, ticketFor } from '../../../test/account/partners.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { call, freshMobile, openTestApp, signIn } from '../../../test/http/app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeBothDatabases('a ticket', (freshDatabase) => {
  const open = async () => {
    const { db } = await freshDatabase()
    return { db, test: await openTestApp(db, { partners }) }
  }

  it('is exchanged for a session of the number that the partner verified, creating the account if necessary', async () => {
    const { test } = await open()
    const mobile = freshMobile()
    const requested = await requestTicket(test, { mobile: `+86 ${mobile}` })
    expect(requested.data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 300 })
    const first = await arrive(test, requested.data?.token ?? '', {
      deviceType: 'wechat',
      deviceId: 'd',
      fr: 'shop-home',
    })
    expect(first.data).toMatchObject({
      isFirstLogin: true,
      source: 'shop',
      loginSource: 'shop',
      agreementVersion: null,
      phoneMasked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    })
    const token = first.data?.token ?? ''
    expect(token).not.toBe(requested.data?.token)
    const detail = await arrive(test, token)
    expect(detail.data).toMatchObject({ userId: first.data?.userId, loginSource: 'shop' })
    expect(detail.data).not.toHaveProperty('token')
    const devices = await call(test.app, 'devices', {}, { token })
    expect(devices.data?.list).toMatchObject([{ deviceType: 'wechat', loginSource: 'shop', isCurrent: true }])

    const again = await arrive(test, await ticketFor(test, mobile))
    expect(again.data).toMatchObject({ userId: first.data?.userId, isFirstLogin: false })
  })

  it('opens one session of twenty concurrent exchanges; the others get 403', async () => {
    const { db, test } = await open()
    for (let round = 1; round <= 20; round += 1) {
      const ticket = await ticketFor(test)
      const uses = await Promise.all(Array.from({ length: 20 }, () => arrive(test, ticket)))
      expect(uses.filter(({ code }) => code === 0)).toHaveLength(1)
      expect(uses.filter(({ code }) => code === 403)).toHaveLength(19)
      expect(await db.selectFrom('session').select('id').execute()).toHaveLength(round)
    }
  })

  it.each([
    ['spent', 0, true],
    ['five minutes old', 5 * MINUTE, false],
    ['made by a clock that was an hour ahead', -HOUR, false],
  ])('that is %s gets 403', async (_, later, isSpent) => {
    const { db, test } = await open()
    const ticket = await ticketFor(test)
    if (isSpent) await arrive(test, ticket)
    test.clock.time += later
    expect(await arrive(test, ticket)).toMatchObject({ status: 200, code: 403, data: null })
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(isSpent ? 1 : 0)
  })

  it('is valid at a process whose clock is a second behind', async () => {
    const { test } = await open()
    const ticket = await ticketFor(test)
    test.clock.time -= 1_000
    expect((await arrive(test, ticket)).code).toBe(0)
  })

  it('is valid until its last millisecond', async () => {
    const { test } = await open()
    const ticket = await ticketFor(test)
    test.clock.time += 5 * MINUTE - 1
    expect((await arrive(test, ticket)).code).toBe(0)
  })

  it('is not accepted as a session token, and is not used up where a session is required', async () => {
    const { test } = await open()
    const ticket = await ticketFor(test)
    for (const key of ['devices', 'logout', 'revokeDeactivation', 'recentBrowseList'] as const) {
      expect(await call(test.app, key, {}, { token: ticket })).toMatchObject({ code: 403 })
    }
    expect((await arrive(test, ticket)).code).toBe(0)
  })

  it('opens a session that lasts one day, however it is used', async () => {
    const { test } = await open()
    const { data } = await arrive(test, await ticketFor(test))
    const token = data?.token ?? ''
    test.clock.time += 24 * HOUR - 1
    expect((await arrive(test, token)).code).toBe(0)
    test.clock.time += 1
    expect((await arrive(test, token)).code).toBe(403)
  })

  it('opens a session that can neither set a password nor deactivate without a code', async () => {
    const { db, test } = await open()
    const mobile = freshMobile()
    const { data } = await arrive(test, await ticketFor(test, mobile))
    const token = data?.token ?? ''
    const refused = { code: 4104, message: '验证码已失效，请重新获取' }
    const reset = { mobile: '', smsCode: '123456', password: 'lan-shan-42' }
    expect(await call(test.app, 'resetPassword', reset, { token })).toMatchObject(refused)
    expect(await call(test.app, 'deactivate', { smsCode: '123456' }, { token })).toMatchObject(refused)
    const account = await db.selectFrom('user_account').select(['password_hash', 'erase_at']).executeTakeFirst()
    expect(account).toEqual({ password_hash: null, erase_at: null })
  })

  it('opens a session without ending others of the account', async () => {
    const { test } = await open()
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const { data } = await arrive(test, await ticketFor(test, mobile))
    const devices = await call(test.app, 'devices', {}, { token: data?.token ?? '' })
    expect(devices.data?.list).toHaveLength(2)
    expect((await arrive(test, token)).data).toMatchObject({ loginSource: null })
  })
})

describeBothDatabases('a ticket that cannot be exchanged for now', (freshDatabase) => {
  it.each(['away', 'full'] as const)('gets 503 and stays valid (%s)', async (condition) => {
    const { db, setCondition } = openFaultyDatabase(await freshDatabase())
    const test = await openTestApp(db, { partners })
    // Runs before the application closes, which writes pending views.
    onTestFinished(() => setCondition('well'))
    const ticket = await ticketFor(test)
    setCondition(condition)
    expect(await arrive(test, ticket)).toMatchObject({ status: 503, code: 503 })
    expect(await requestTicket(test)).toMatchObject({ status: 503, code: 503 })
    setCondition('well')
    expect(await arrive(test, ticket)).toMatchObject({ code: 0, data: { source: 'shop' } })
  })

  it('an expired session gets 403 with the disk full and never becomes valid again', async () => {
    const { db, setCondition } = openFaultyDatabase(await freshDatabase())
    const test = await openTestApp(db, { partners })
    onTestFinished(() => setCondition('well'))
    const { token } = await signIn(test)
    test.clock.time += 90 * 24 * HOUR
    setCondition('full')
    expect((await arrive(test, token)).code).toBe(403)
    setCondition('well')
    expect((await arrive(test, token)).code).toBe(403)
    test.clock.time -= 90 * 24 * HOUR
    expect((await arrive(test, token)).code).toBe(403)
  })
})
