import { expect, it, onTestFinished } from 'vitest'
import { arrive, freshNonce, partners, requestTicket, signedCall, ticketFor } from '../../../test/account/accounts.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { call, freshMobile, openTestApp, shippedLimits, signIn, withLimits } from '../../../test/http/app.ts'
import { signPartnerCall } from '../../platform/partners/partners.ts'

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

describeDatabases('a request for a ticket', (freshDatabase) => {
  const open = async () => {
    const { db } = await freshDatabase()
    return { db, test: await openTestApp(db, { partners }) }
  }

  it('gets the same refusal for a wrong signature and an unknown source', async () => {
    const { test } = await open()
    const good = signedCall(test)
    const refusals = await Promise.all(
      [
        { ...good, mobile: freshMobile() },
        { ...good, nonce: freshNonce() },
        { ...good, timestamp: good.timestamp + 1 },
        { ...good, source: 'bank' },
        { ...good, signature: '0'.repeat(64) },
        signedCall(test, { source: 'stranger' }),
        // The time is checked only after the signature.
        { ...good, timestamp: 0 },
      ].map((body) => call(test.app, 'externalTicket', body)),
    )
    for (const refusal of refusals) {
      expect({ ...refusal, headers: null }).toEqual({
        status: 200,
        code: 4116,
        message: '来源或签名不正确',
        data: null,
        headers: null,
      })
    }
    expect((await call(test.app, 'externalTicket', good)).code).toBe(0)
  })

  it.each([-1, 1])('is refused when the clocks differ by more than five minutes (%i)', async (sign) => {
    const { test } = await open()
    const at = (difference: number) => requestTicket(test, { timestamp: test.clock.time + sign * difference })
    expect((await at(5 * MINUTE)).code).toBe(0)
    expect(await at(5 * MINUTE + 1)).toMatchObject({ code: 4116, message: '时间戳与服务器时间相差超过 5 分钟' })
  })

  it('is accepted once per nonce, also of twenty at once, and another partner may use the same nonce', async () => {
    const { db, test } = await open()
    const body = signedCall(test)
    const requested = await Promise.all(Array.from({ length: 20 }, () => call(test.app, 'externalTicket', body)))
    expect(requested.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(requested.find(({ code }) => code !== 0)).toMatchObject({
      code: 4116,
      message: 'nonce 已使用过，请换一个重新签名',
    })
    expect(await db.selectFrom('external_ticket').select('source').execute()).toEqual([{ source: 'shop' }])
    const { nonce } = body
    const elsewhere = { source: 'bank', mobile: freshMobile(), timestamp: test.clock.time, nonce }
    const signature = signPartnerCall(partners.get('bank') ?? '', elsewhere)
    expect((await call(test.app, 'externalTicket', { ...elsewhere, signature })).code).toBe(0)
  })

  it('is refused for an invalid number', async () => {
    const { test } = await open()
    expect(await requestTicket(test, { mobile: '12800000000' })).toMatchObject({ code: 4101 })
  })

  it.each([
    ['source', 'SHOP'],
    ['nonce', 'short'],
    ['signature', 'A'.repeat(64)],
    ['timestamp', '1790000000000'],
  ])('is malformed with the %s %s', async (field, value) => {
    const { test } = await open()
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/h5/v1/external/ticket',
      payload: { ...signedCall(test), [field]: value },
    })
    expect(response.statusCode).toBe(400)
  })

  it('is limited per partner, and unsigned calls do not use up the limit', async () => {
    const limits = shippedLimits()
    limits.buckets.ticketsPerPartner = [{ count: 2, seconds: 60 }]
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners, ...withLimits(limits) })
    for (let forged = 0; forged < 5; forged += 1) {
      await call(test.app, 'externalTicket', { ...signedCall(test), signature: '0'.repeat(64) })
    }
    expect([(await requestTicket(test)).code, (await requestTicket(test)).code]).toEqual([0, 0])
    expect(await requestTicket(test)).toMatchObject({ code: 429, message: '换取凭证过于频繁，请 30 秒后重试' })
  })

  it('is refused when no partner is configured', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    expect((await requestTicket(test)).code).toBe(4116)
  })
})
