import { resultCode } from '@baiqicha/contract/result-codes'
import { LOCKED_HEADER, type RouteKey } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { act, addOperator, openTestDesk, type TestDesk } from '../../test/http/desk.ts'
import { report } from '../../test/http/feedback.ts'
import { chinaDay } from '../domain/clock.ts'

const MOBILE = '13800009876'
const DAY = 86_400_000
const REASON = '演示：批量抓取'

const actionsOn = async ({ database: { db } }: TestDesk, subject: string) =>
  (
    await db.selectFrom('operator_audit').select('action').where('subject', '=', subject).orderBy('number').execute()
  ).map(({ action }) => action)

describeDatabases('a user at the desk', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db)
    const { token, userDetail } = await signIn(test, MOBILE)
    return { desk, test, token, userId: userDetail.userId, operator: await addOperator(desk, ['support']) }
  }
  it('is found by a complete mobile number or an id, masked, and each look-up is audited', async () => {
    const { desk, operator, userId } = await open()
    for (const key of [MOBILE, userId]) {
      const { data } = await act(desk, operator, 'users show', { key })
      expect(data).toMatchObject({ userId, mobileMasked: '138****9876', lock: null, devices: [{ source: null }] })
      expect(JSON.stringify(data)).not.toContain(MOBILE)
    }
    for (const key of ['1380000987', '138%', '演示甲']) {
      expect.soft((await act(desk, operator, 'users show', { key })).code).toBe(resultCode.actionRefused)
    }
    expect(await actionsOn(desk, userId)).toEqual(['userShown', 'userShown'])
  })

  it('signs in again after an operator has ended the sessions', async () => {
    const { desk, test, operator, token, userId } = await open()
    const ended = await act(desk, operator, 'users end-sessions', { userId, reason: REASON })
    expect(ended.data).toEqual({ ended: 1 })
    expect((await call(test.app, 'devices', {}, { token })).code).toBe(resultCode.noSession)
    test.clock.time += 60_000
    expect((await signIn(test, MOBILE)).userDetail.userId).toBe(userId)
  })

  it('reads why the account is locked, keeps the session, and may use only what concerns the account', async () => {
    const { desk, test, operator, token, userId } = await open()
    const until = chinaDay(desk.clock.time)
    expect((await act(desk, operator, 'users lock', { userId, reason: REASON, until })).code).toBe(0)
    const closed: [RouteKey, object][] = [
      ['searchHistory', { type: 'search' }],
      ['saveNickname', { nickname: '演示' }],
      ['saveCareer', { careerIdStr: 'owner' }],
    ]
    const message = `账户已停用至 ${until}：${REASON}`
    for (const [key, input] of closed) {
      expect
        .soft(await call(test.app, key, input, { token }))
        .toMatchObject({ code: resultCode.accountLocked, message })
    }
    const search = { method: 'GET', url: encodeURI('/api/h5/v1/company/search?keyword=演示&page=1') } as const
    expect((await test.app.inject(search)).headers).not.toHaveProperty(LOCKED_HEADER)
    for (const url of [search.url, encodeURI('/api/h5/v1/phone/export?keyword=演示')]) {
      expect
        .soft([url, (await test.app.inject({ ...search, url, headers: { token } })).headers])
        .toMatchObject([url, { [LOCKED_HEADER]: '1' }])
    }
    const detail = await call(test.app, 'userDetail', {}, { token })
    expect(detail.data).toMatchObject({ lock: { reason: REASON, endAt: expect.any(String) } })
    expect((await call(test.app, 'devices', {}, { token })).code).toBe(0)
    const sent = await call(test.app, 'saveFeedback', report({}), { token })
    expect(sent.code).toBe(0)

    const exported = await test.app.inject({
      method: 'GET',
      url: '/api/h5/v1/user/exportData?format=json',
      headers: { token },
    })
    expect(exported.headers['content-type']).toBe('application/zip')

    test.clock.time += 60_000
    await requestCode(test, MOBILE, { scene: 'deactivate', token })
    const smsCode = test.sent.findLast(({ scene }) => scene === 'deactivate')?.code ?? ''
    expect((await call(test.app, 'deactivate', { smsCode }, { token })).code).toBe(0)
  })

  it('asks and exports nothing while the account is locked', async () => {
    const { desk, test, operator, token, userId } = await open()
    await act(desk, operator, 'users lock', { userId, reason: REASON, until: chinaDay(desk.clock.time) })
    for (const [method, url] of [
      ['POST', '/api/h5/v1/ai/ask'],
      ['GET', '/api/h5/v1/phone/export?keyword=演示'],
    ] as const) {
      const response = await test.app.inject({
        method,
        url: encodeURI(url),
        headers: { token, 'content-type': 'application/json' },
        ...(method === 'POST' && { payload: JSON.stringify({ question: '演示' }) }),
      })
      expect.soft([url, response.json()]).toMatchObject([url, { code: resultCode.accountLocked }])
    }
  })

  it('is open again at the end of the last day, or when an operator unlocks the account', async () => {
    const { desk, test, operator, token, userId } = await open()
    const codeNow = async () => (await call(test.app, 'searchHistory', { type: 'search' }, { token })).code
    const until = chinaDay(desk.clock.time)
    const lock = () => act(desk, operator, 'users lock', { userId, reason: REASON, until })
    const unlock = () => act(desk, operator, 'users unlock', { userId, reason: REASON })
    await lock()
    expect((await unlock()).code).toBe(0)
    expect(await codeNow()).toBe(0)
    expect(await unlock()).toMatchObject({
      code: resultCode.actionRefused,
      message: expect.stringMatching(/^这个账户没有停用。演示support 已于 .+ 恢复账户$/),
    })

    await lock()
    const end = Date.parse(`${until}T24:00:00+08:00`)
    test.clock.time = end - 1
    expect(await codeNow()).toBe(resultCode.accountLocked)
    test.clock.time = end
    expect(await codeNow()).toBe(0)
    expect(await actionsOn(desk, userId)).toEqual(['userLocked', 'userUnlocked', 'userLocked'])
  })

  it('is not locked into the past, beyond a year, or on a day that does not exist', async () => {
    const { desk, operator, userId } = await open()
    const { time } = desk.clock
    for (const until of [chinaDay(time - DAY), chinaDay(time + 366 * DAY), '2026-02-30']) {
      const refused = await act(desk, operator, 'users lock', { userId, reason: REASON, until })
      expect.soft({ until, ...refused }).toMatchObject({ until, code: resultCode.actionRefused })
    }
  })
})
