import { expect, it } from 'vitest'
import { eraseDue } from '../../../test/account/accounts.ts'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import {
  call,
  fillStore,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  signIn,
  type TestApp,
} from '../../../test/http/app.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const isSignedIn = async (test: TestApp, token: string) =>
  (await call(test.app, 'userDetail', {}, { token })).code === 0

/** Requests a code for the account's own number, and deactivates with it. */
async function deactivate(test: TestApp, token: string, mobile: string) {
  await requestCode(test, '', { scene: 'deactivate', token })
  return call(test.app, 'deactivate', { smsCode: lastCode(test, mobile) }, { token })
}

describeDatabases('deactivation', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    const first = await signIn(test, mobile)
    test.clock.time += 2 * MINUTE
    const { token, userDetail } = await signIn(test, mobile)
    return { db, test, mobile, first: first.token, token, userId: userDetail.userId }
  }

  it('ends all sessions, and the next login shows when the account will be erased', async () => {
    const { test, mobile, first, token, userId } = await open()
    const eraseAt = new Date(test.clock.time + 7 * DAY).toISOString()
    expect(await deactivate(test, token, mobile)).toMatchObject({ code: 0, data: null })
    expect([await isSignedIn(test, first), await isSignedIn(test, token)]).toEqual([false, false])
    test.clock.time += DAY
    const again = await signIn(test, mobile)
    expect(again).toMatchObject({ isFirstLogin: false, userDetail: { userId, eraseAt } })
  })

  it('can be revoked until the last millisecond, once or twice', async () => {
    const { db, test, mobile, token } = await open()
    await deactivate(test, token, mobile)
    test.clock.time += 7 * DAY - 1
    const back = await signIn(test, mobile)
    for (let requested = 0; requested < 2; requested += 1) {
      expect(await call(test.app, 'revokeDeactivation', {}, { token: back.token })).toMatchObject({ code: 0 })
    }
    test.clock.time += DAY
    await eraseDue(db, test)
    expect((await call(test.app, 'userDetail', {}, { token: back.token })).data).toMatchObject({ eraseAt: null })
    const revocations = await db
      .selectFrom('audit_event')
      .where('kind', '=', 'deactivationRevoked')
      .select('id')
      .execute()
    expect(revocations).toHaveLength(1)
  })

  it('can no longer be revoked once the erasure is due', async () => {
    const { test, mobile, token } = await open()
    await deactivate(test, token, mobile)
    test.clock.time += 7 * DAY
    const back = await signIn(test, mobile)
    expect(await call(test.app, 'revokeDeactivation', {}, { token: back.token })).toMatchObject({
      code: 4040,
      message: '注销期限已过，账户正在删除，无法撤销',
    })
  })

  it('a second request does not postpone the erasure', async () => {
    const { test, mobile, token } = await open()
    await deactivate(test, token, mobile)
    const eraseAt = new Date(test.clock.time + 7 * DAY).toISOString()
    test.clock.time += DAY
    const back = await signIn(test, mobile)
    expect((await deactivate(test, back.token, mobile)).code).toBe(0)
    expect((await signIn(test, mobile)).userDetail.eraseAt).toBe(eraseAt)
  })

  it('requires a code for this scene, and a wrong one changes nothing', async () => {
    const { db, test, mobile, token } = await open()
    await requestCode(test, mobile)
    const attempt = (smsCode: string) => call(test.app, 'deactivate', { smsCode }, { token })
    expect(await attempt(lastCode(test, mobile))).toMatchObject({ code: 4104 })
    test.clock.time += 2 * MINUTE
    await requestCode(test, '', { scene: 'deactivate', token })
    const right = lastCode(test, mobile)
    expect(await attempt(right === '111111' ? '222222' : '111111')).toMatchObject({ code: 4103 })
    expect(await attempt('12345')).toMatchObject({ code: 4103 })
    expect(await isSignedIn(test, token)).toBe(true)
    const account = await db.selectFrom('user_account').select('erase_at').executeTakeFirst()
    expect(account?.erase_at).toBeNull()
    expect((await attempt(right)).code).toBe(0)
  })

  it('succeeds for one of twenty concurrent requests', async () => {
    const { db, test, mobile, token } = await open()
    await requestCode(test, '', { scene: 'deactivate', token })
    const smsCode = lastCode(test, mobile)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(test.app, 'deactivate', { smsCode }, { token })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const deactivations = await db.selectFrom('audit_event').where('kind', '=', 'deactivated').select('id').execute()
    expect(deactivations).toHaveLength(1)
  })
})

/** Rows of all tables that contain one of these texts. */
async function tracesOf({ db }: TestDatabase, texts: readonly string[]) {
  const tables = [
    'user_account',
    'session',
    'user_choice',
    'search_history',
    'view_history',
    'sms_code',
    'external_ticket',
    'gift_grant',
    'consent',
    'audit_event',
  ] as const
  const rows = await Promise.all(
    tables.map(async (table) => ({ table, rows: await db.selectFrom(table).selectAll().execute() })),
  )
  const hasTrace = (row: object) => texts.some((text) => JSON.stringify(row).includes(text))
  return rows.filter((stored) => stored.rows.some(hasTrace)).map(({ table }) => table)
}

describeDatabases('erasure', (freshDatabase) => {
  /** A due account with rows in every table. */
  async function openDue() {
    const database = await freshDatabase()
    const { db } = database
    const test = await openTestApp(db)
    const [company] = await fillStore(db, test)
    const mobile = freshMobile()
    const { token, userDetail } = await signIn(test, mobile)
    const { userId } = userDetail
    await call(test.app, 'companyDetail', { id: company?.id ?? '' }, { token })
    await call(test.app, 'recentBrowseList', {}, { token })
    await call(test.app, 'saveSearchHistory', { companyName: '演示' }, { token })
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
    test.clock.time += 2 * MINUTE
    await deactivate(test, token, mobile)
    test.clock.time += 7 * DAY
    const back = await signIn(test, mobile)
    await call(test.app, 'companyDetail', { id: company?.id ?? '' }, { token: back.token })
    const ticket = { token_hash: 'h', source: 'shop', mobile, expires_at: test.clock.time + MINUTE }
    await db.insertInto('external_ticket').values(ticket).execute()
    return { database, db, test, mobile, userId, token: back.token, companyId: company?.id ?? '' }
  }

  it('deletes number, password, sessions, choices and histories; consent, the HMAC of the gift and the audit stay', async () => {
    const { database, db, test, mobile, userId, token } = await openDue()
    expect(await tracesOf(database, [mobile])).toEqual(['user_account', 'sms_code', 'external_ticket'])
    await eraseDue(db, test)
    expect(await tracesOf(database, [mobile])).toEqual([])
    expect(await tracesOf(database, [userId])).toEqual(['gift_grant', 'consent', 'audit_event'])
    const [newest] = await db.selectFrom('audit_event').selectAll().where('kind', '=', 'erased').execute()
    expect(newest).toMatchObject({ user_id: userId, mobile_masked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` })
    expect(await isSignedIn(test, token)).toBe(false)
  })

  it('lets the number register again as a new account whose gift stays spent', async () => {
    const { db, test, mobile, userId } = await openDue()
    await eraseDue(db, test)
    const { isFirstLogin, userDetail } = await signIn(test, mobile)
    expect(isFirstLogin).toBe(true)
    expect(userDetail).toMatchObject({ canClaimGift: false, isVip: false, vipExpireAt: null, careerList: [] })
    expect(userDetail.userId).not.toBe(userId)
  })

  it('runs once in concurrent or repeated jobs, and leaves other accounts alone', async () => {
    const { db, test } = await openDue()
    const bystander = await signIn(test)
    await Promise.all(Array.from({ length: 5 }, () => eraseDue(db, test)))
    await eraseDue(db, test)
    const erased = await db.selectFrom('audit_event').where('kind', '=', 'erased').select('id').execute()
    expect(erased).toHaveLength(1)
    expect(await isSignedIn(test, bystander.token)).toBe(true)
    expect(await db.selectFrom('user_account').select('id').execute()).toHaveLength(1)
  })

  it('erases a hundred accounts per run, the longest due first', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const nothing = { nickname: null, password_hash: null, vip_expire_at: null, vip_source: null }
    const due = Array.from({ length: 101 }, (_, number) => ({
      id: `u-${number}`,
      mobile: `m-${number}`,
      created_at: 0,
      erase_at: test.clock.time - number,
      ...nothing,
    }))
    await db.insertInto('user_account').values(due).execute()
    await eraseDue(db, test)
    expect(await db.selectFrom('user_account').select('id').execute()).toEqual([{ id: 'u-0' }])
    await eraseDue(db, test)
    expect(await db.selectFrom('user_account').select('id').execute()).toEqual([])
  })

  it('does not happen a millisecond early', async () => {
    const { db, test } = await openDue()
    test.clock.time -= 1
    await db
      .updateTable('user_account')
      .set({ erase_at: test.clock.time + 1 })
      .execute()
    await eraseDue(db, test)
    expect(await db.selectFrom('user_account').select('id').execute()).toHaveLength(1)
  })

  it('of an account with pending views does not delay the views of others', async () => {
    const { db, test, token, companyId } = await openDue()
    const reader = await signIn(test)
    await call(test.app, 'companyDetail', { id: companyId }, { token })
    await eraseDue(db, test)
    await call(test.app, 'companyDetail', { id: companyId }, { token: reader.token })
    const viewed = await call(test.app, 'recentBrowseList', {}, { token: reader.token })
    expect(viewed.data).toMatchObject([{ id: companyId }])
  })
})
