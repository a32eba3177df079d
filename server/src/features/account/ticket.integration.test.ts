import type { RouteInput } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished } from 'vitest'
import { call, freshMobile, openTestApp, shippedLimits, signIn, type TestApp, withLimits } from '../../../test/app.ts'
import { describeDatabases } from '../../../test/databases.ts'
import { openFaultyDatabase } from '../../../test/faulty-database.ts'
import { type PartnerCall, signPartnerCall } from '../../platform/partners/partner-signature.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const secret = 'a-secret-that-only-tests-know-0001'
const partners = new Map([
  ['shop', secret],
  ['bank', 'a-secret-that-only-tests-know-0002'],
])

let nonces = 0
const freshNonce = () => `nonce-of-a-test-${++nonces}`

/** A call of the partner `shop`, signed at this moment after it was changed. */
function signedCall(test: TestApp, changes: Partial<PartnerCall> = {}): RouteInput<'externalTicket'> {
  const partnerCall = {
    source: 'shop',
    mobile: freshMobile(),
    timestamp: test.clock.time,
    nonce: freshNonce(),
    ...changes,
  }
  return { ...partnerCall, signature: signPartnerCall(secret, partnerCall) }
}

const askFor = (test: TestApp, changes: Partial<PartnerCall> = {}) =>
  call(test.app, 'externalTicket', signedCall(test, changes))

async function ticketFor(test: TestApp, mobile = freshMobile()) {
  const { data, code, message } = await askFor(test, { mobile })
  if (data === null) throw new Error(`ticket: ${code} ${message}`)
  return data.token
}

const arrive = (test: TestApp, token: string, device: RouteInput<'userDetail'> = {}) =>
  call(test.app, 'userDetail', device, { token })

describeDatabases('a ticket', (freshDatabase) => {
  const open = async () => {
    const { db } = await freshDatabase()
    return { db, test: await openTestApp(db, { partners }) }
  }

  it('is spent for a session of the number the partner vouches for, its account made if there is none', async () => {
    const { test } = await open()
    const mobile = freshMobile()
    const asked = await askFor(test, { mobile: `+86 ${mobile}` })
    expect(asked.data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 300 })
    const first = await arrive(test, asked.data?.token ?? '', { deviceType: 'wechat', deviceId: 'd', fr: 'shop-home' })
    expect(first.data).toMatchObject({
      isFirstLogin: true,
      source: 'shop',
      loginSource: 'shop',
      agreementVersion: null,
      phoneMasked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    })
    const token = first.data?.token ?? ''
    expect(token).not.toBe(asked.data?.token)
    const detail = await arrive(test, token)
    expect(detail.data).toMatchObject({ userId: first.data?.userId, loginSource: 'shop' })
    expect(detail.data).not.toHaveProperty('token')
    const devices = await call(test.app, 'devices', {}, { token })
    expect(devices.data?.list).toMatchObject([{ deviceType: 'wechat', loginSource: 'shop', isCurrent: true }])

    const again = await arrive(test, await ticketFor(test, mobile))
    expect(again.data).toMatchObject({ userId: first.data?.userId, isFirstLogin: false })
  })

  it('opens one session of twenty uses at once, and is 403 for the others', async () => {
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
  ])('that is %s is 403', async (_, later, isSpent) => {
    const { db, test } = await open()
    const ticket = await ticketFor(test)
    if (isSpent) await arrive(test, ticket)
    test.clock.time += later
    expect(await arrive(test, ticket)).toMatchObject({ status: 200, code: 403, data: null })
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(isSpent ? 1 : 0)
  })

  it('is good until its last millisecond', async () => {
    const { test } = await open()
    const ticket = await ticketFor(test)
    test.clock.time += 5 * MINUTE - 1
    expect((await arrive(test, ticket)).code).toBe(0)
  })

  it('is never taken for a session, and is not spent where one is asked for', async () => {
    const { test } = await open()
    const ticket = await ticketFor(test)
    for (const key of ['devices', 'logout', 'revokeDeactivation', 'recentBrowseList'] as const) {
      expect(await call(test.app, key, {}, { token: ticket })).toMatchObject({ code: 403 })
    }
    expect((await arrive(test, ticket)).code).toBe(0)
  })

  it('opens a session of a day, however it is used', async () => {
    const { test } = await open()
    const { data } = await arrive(test, await ticketFor(test))
    const token = data?.token ?? ''
    test.clock.time += 24 * HOUR - 1
    expect((await arrive(test, token)).code).toBe(0)
    test.clock.time += 1
    expect((await arrive(test, token)).code).toBe(403)
  })

  it('opens a session that leaves others of the person as they are', async () => {
    const { test } = await open()
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const { data } = await arrive(test, await ticketFor(test, mobile))
    const devices = await call(test.app, 'devices', {}, { token: data?.token ?? '' })
    expect(devices.data?.list).toHaveLength(2)
    expect((await arrive(test, token)).data).toMatchObject({ loginSource: null })
  })
})

describeDatabases('a ticket that cannot be exchanged now', (freshDatabase) => {
  it.each(['away', 'full'] as const)('is 503 and stays good (%s)', async (condition) => {
    const { db, setCondition } = openFaultyDatabase(await freshDatabase())
    const test = await openTestApp(db, { partners })
    // Before the application closes, which stores what it holds.
    onTestFinished(() => setCondition('well'))
    const ticket = await ticketFor(test)
    setCondition(condition)
    expect(await arrive(test, ticket)).toMatchObject({ status: 503, code: 503 })
    expect(await askFor(test)).toMatchObject({ status: 503, code: 503 })
    setCondition('well')
    expect(await arrive(test, ticket)).toMatchObject({ code: 0, data: { source: 'shop' } })
  })

  it('leaves a session that has expired 403 with the disk full, and never lets it come back', async () => {
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

describeDatabases('asking for a ticket', (freshDatabase) => {
  const open = async () => {
    const { db } = await freshDatabase()
    return { db, test: await openTestApp(db, { partners }) }
  }

  it('is refused alike for a wrong signature and a source nobody has', async () => {
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
        // Not even the time is judged before the signature.
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
    const at = (difference: number) => askFor(test, { timestamp: test.clock.time + sign * difference })
    expect((await at(5 * MINUTE)).code).toBe(0)
    expect(await at(5 * MINUTE + 1)).toMatchObject({ code: 4116, message: '时间戳与服务器时间相差超过 5 分钟' })
  })

  it('is taken once for a nonce, of twenty at once too, and another partner may use the same', async () => {
    const { db, test } = await open()
    const body = signedCall(test)
    const asked = await Promise.all(Array.from({ length: 20 }, () => call(test.app, 'externalTicket', body)))
    expect(asked.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(asked.find(({ code }) => code !== 0)).toMatchObject({
      code: 4116,
      message: 'nonce 已使用过，请换一个重新签名',
    })
    expect(await db.selectFrom('external_ticket').select('source').execute()).toEqual([{ source: 'shop' }])
    const { nonce } = body
    const elsewhere = { source: 'bank', mobile: freshMobile(), timestamp: test.clock.time, nonce }
    const signature = signPartnerCall(partners.get('bank') ?? '', elsewhere)
    expect((await call(test.app, 'externalTicket', { ...elsewhere, signature })).code).toBe(0)
  })

  it('names a number that is none', async () => {
    const { test } = await open()
    expect(await askFor(test, { mobile: '12800000000' })).toMatchObject({ code: 4101 })
  })

  it.each([
    ['source', 'SHOP'],
    ['nonce', 'short'],
    ['signature', 'A'.repeat(64)],
    ['timestamp', '1790000000000'],
  ])('is no call of ours with the %s %s', async (field, value) => {
    const { test } = await open()
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/h5/v1/external/ticket',
      payload: { ...signedCall(test), [field]: value },
    })
    expect(response.statusCode).toBe(400)
  })

  it('is limited for each partner, and nobody else can use its allowance up', async () => {
    const limits = shippedLimits()
    limits.buckets.ticketsPerPartner = [{ count: 2, seconds: 60 }]
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { partners, ...withLimits(limits) })
    for (let forged = 0; forged < 5; forged += 1) {
      await call(test.app, 'externalTicket', { ...signedCall(test), signature: '0'.repeat(64) })
    }
    expect([(await askFor(test)).code, (await askFor(test)).code]).toEqual([0, 0])
    expect(await askFor(test)).toMatchObject({ code: 429, message: '换取凭证过于频繁，请 30 秒后重试' })
  })

  it('is refused where no partner is known', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    expect((await askFor(test)).code).toBe(4116)
  })
})
