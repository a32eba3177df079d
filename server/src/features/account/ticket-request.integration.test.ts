import { expect, it } from 'vitest'
import { freshNonce, partners, requestTicket, signedCall } from '../../../test/account/partners.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, openTestApp, shippedLimits, withLimits } from '../../../test/http/app.ts'
import { signPartnerCall } from '../../platform/partners/partners.ts'

const MINUTE = 60_000

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
