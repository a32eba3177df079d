import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { createHmacHasher } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { loadMembershipRules } from '../../platform/reference-data.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const at = (instant: string) => Date.parse(instant)
const claimedAt = at('2026-11-22T12:00:00+08:00')
const lastSecond = at('2028-11-22T23:59:59+08:00')
const vipExpireAt = '2028-11-22T15:59:59.000Z'
const choices = { careerIdStr: 'jobSeeker', industryIdStr: 'software' }

const claim = (test: TestApp, token: string, input = choices) => call(test.app, 'saveIndustryCareer', input, { token })
const detailOf = async (test: TestApp, token: string) => (await call(test.app, 'userDetail', {}, { token })).data

/** Signed in at noon of 22 November 2026, without a claim. */
async function openAccount(db: Database) {
  const test = await openTestApp(db)
  test.clock.time = claimedAt
  const mobile = freshMobile()
  const { token, userDetail } = await signIn(test, mobile)
  return { test, mobile, token, userId: userDetail.userId }
}

describeDatabases('the gift', (freshDatabase) => {
  it('grants two years for choices, which are stored in their order', async () => {
    const { test, token } = await openAccount((await freshDatabase()).db)
    expect(await detailOf(test, token)).toMatchObject({
      isVip: false,
      vipExpireAt: null,
      vipSource: null,
      canClaimGift: true,
    })
    const claimed = await claim(test, token, { careerIdStr: 'student,hr,jobSeeker', industryIdStr: 'law,energy' })
    expect(claimed).toMatchObject({ code: 0, data: { vipExpireAt, isNew: true } })
    expect(await detailOf(test, token)).toMatchObject({
      isVip: true,
      vipExpireAt,
      vipSource: '赠送',
      canClaimGift: false,
      careerList: [
        { id: 'student', name: '学生' },
        { id: 'hr', name: '人力资源' },
        { id: 'jobSeeker', name: '求职者' },
      ],
      industryList: [
        { id: 'law', name: '法律服务' },
        { id: 'energy', name: '能源电力' },
      ],
    })
  })

  it('lasts through its last second, and changes nothing else', async () => {
    const { test, mobile, token } = await openAccount((await freshDatabase()).db)
    await claim(test, token)
    test.clock.time = lastSecond - 10 * MINUTE
    const later = (await signIn(test, mobile)).token
    const detailAt = async (time: number) => {
      test.clock.time = time
      return detailOf(test, later)
    }
    expect((await detailAt(lastSecond))?.isVip).toBe(true)
    expect((await detailAt(lastSecond + 999))?.isVip).toBe(true)
    expect(await detailAt(lastSecond + 1_000)).toMatchObject({
      isVip: false,
      vipExpireAt,
      vipSource: '赠送',
      canClaimGift: false,
      careerList: [{ id: 'jobSeeker', name: '求职者' }],
      industryList: [{ id: 'software', name: '信息技术' }],
    })
  })

  it('claimed again by its owner is the same gift, with the newest choices', async () => {
    const { test, token } = await openAccount((await freshDatabase()).db)
    await claim(test, token)
    test.clock.time += 20 * DAY
    const again = await claim(test, token, { careerIdStr: 'owner', industryIdStr: 'law' })
    expect(again).toMatchObject({ code: 0, data: { vipExpireAt, isNew: false } })
    expect(await detailOf(test, token)).toMatchObject({ vipExpireAt, careerList: [{ id: 'owner', name: '企业主' }] })
  })

  it('of a number is spent for good: registering the number again gives neither gift nor choices', async () => {
    const { db } = await freshDatabase()
    const { test, mobile, token, userId } = await openAccount(db)
    await claim(test, token)
    await db.deleteFrom('user_account').where('id', '=', userId).execute()
    expect((await claim(test, token)).code).toBe(resultCode.noSession)

    test.clock.time += 8 * DAY
    const again = await signIn(test, mobile)
    expect(again.userDetail).toMatchObject({ isVip: false, vipExpireAt: null, canClaimGift: false, careerList: [] })
    expect(await claim(test, again.token)).toMatchObject({ code: resultCode.giftSpent, message: '您已领取过' })
    expect(await detailOf(test, again.token)).toMatchObject({ isVip: false, careerList: [], industryList: [] })
  })

  it('is stored by the HMAC of the number, without the number', async () => {
    const { db } = await freshDatabase()
    const { test, mobile, token } = await openAccount(db)
    await claim(test, token)
    const [grant] = await db.selectFrom('gift_grant').selectAll().execute()
    expect(grant?.mobile_hmac).toBe(createHmacHasher(new Uint8Array(32))('gift', mobile))
    expect(JSON.stringify(grant)).not.toContain(mobile)
  })

  it.each([
    ['is added to a membership that runs', '2027-05-01T23:59:59+08:00', '2029-05-01T15:59:59.000Z', '购买'],
    ['is added to its last second too', '2026-11-22T12:00:00+08:00', '2028-11-22T15:59:59.000Z', '购买'],
    ['begins today where one has ended', '2026-11-22T11:59:59+08:00', '2028-11-22T15:59:59.000Z', '赠送'],
  ] as const)('%s', async (_rule, boughtUntil, end, source) => {
    const { db } = await freshDatabase()
    const { test, token, userId } = await openAccount(db)
    await db
      .updateTable('user_account')
      .set({ vip_expire_at: at(boughtUntil), vip_source: '购买' })
      .where('id', '=', userId)
      .execute()
    expect((await claim(test, token)).data).toEqual({ vipExpireAt: end, isNew: true })
    expect((await detailOf(test, token))?.vipSource).toBe(source)
  })

  it('that was withdrawn is not granted again', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await openAccount(db)
    await claim(test, token)
    await db.updateTable('user_account').set({ vip_expire_at: null, vip_source: null }).execute()
    expect((await claim(test, token)).code).toBe(resultCode.giftSpent)
    expect((await detailOf(test, token))?.isVip).toBe(false)
  })

  it('requires that a scheduled erasure is revoked first', async () => {
    const { db } = await freshDatabase()
    const { test, token } = await openAccount(db)
    const setErasure = (erase_at: number | null) => db.updateTable('user_account').set({ erase_at }).execute()
    await setErasure(test.clock.time + DAY)
    expect((await detailOf(test, token))?.canClaimGift).toBe(false)
    expect(await claim(test, token)).toMatchObject({
      code: resultCode.accountClosing,
      message: '您的账户正在注销中，撤销注销后再领取',
    })
    expect(await db.selectFrom('gift_grant').selectAll().execute()).toEqual([])
    await setErasure(null)
    expect((await claim(test, token)).data?.isNew).toBe(true)
  })

  it('reads nothing from the caller except the choices', async () => {
    const { test, token } = await openAccount((await freshDatabase()).db)
    const victim = await signIn(test)
    const forged = { ...choices, userId: victim.userDetail.userId, isVip: true, years: 100, vipExpireAt: '2100-01-01' }
    expect((await claim(test, token, forged)).data).toEqual({ vipExpireAt, isNew: true })
    expect(await detailOf(test, victim.token)).toMatchObject({ isVip: false, canClaimGift: true, careerList: [] })
  })

  it.each([
    ['', 'software', '请选择身份'],
    ['jobSeeker', '', '请选择行业'],
    ['', '', '请选择身份'],
    ['jobSeeker,legal,owner,sales', 'software', '身份最多选择三个'],
    ['jobSeeker', 'software,law,energy,other', '每项最多选择三个'],
    ['software', 'software', '选项已有变化，请重新选择'],
    ['jobSeeker,jobSeeker', 'software', '选项已有变化，请重新选择'],
    ['jobSeeker', 'software,', '选项已有变化，请重新选择'],
  ])('is refused for identities “%s” and industries “%s”: %s', async (careerIdStr, industryIdStr, message) => {
    const { db } = await freshDatabase()
    const { test, token } = await openAccount(db)
    const refused = await claim(test, token, { careerIdStr, industryIdStr })
    expect(refused).toMatchObject({ status: 200, code: resultCode.choiceUnfit, message })
    expect(await detailOf(test, token)).toMatchObject({ isVip: false, canClaimGift: true, careerList: [] })
    expect(await db.selectFrom('gift_grant').selectAll().execute()).toEqual([])
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('the gift', (freshDatabase) => {
  it('of 20 concurrent claims from two devices is granted once, with the same end in all responses', async () => {
    const { db } = await freshDatabase()
    const { test, mobile, token, userId } = await openAccount(db)
    test.clock.time += 2 * MINUTE
    const tokens = [token, (await signIn(test, mobile)).token]
    const claims = await Promise.all(Array.from({ length: 20 }, (_, turn) => claim(test, tokens[turn % 2] ?? token)))
    expect(new Set(claims.map(({ code, data }) => `${code} ${data?.vipExpireAt}`))).toEqual(
      new Set([`0 ${vipExpireAt}`]),
    )
    expect(claims.filter(({ data }) => data?.isNew)).toHaveLength(1)
    expect(await db.selectFrom('gift_grant').select('user_id').execute()).toEqual([{ user_id: userId }])
    const audited = await db.selectFrom('audit_event').selectAll().where('kind', '=', 'giftClaimed').execute()
    expect(audited).toMatchObject([{ user_id: userId, mobile_masked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` }])
    expect(await db.selectFrom('user_choice').select('choice_id').execute()).toHaveLength(2)
  })
})

async function chosen(test: TestApp, token: string) {
  const { data } = await call(test.app, 'userDetail', {}, { token })
  return { careers: data?.careerList.map(({ id }) => id), industries: data?.industryList.map(({ id }) => id) }
}

describeDatabases('identities and industries', (freshDatabase) => {
  it('are offered from the data, with their limits', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { data } = await call(test.app, 'careerIndustryList', {})
    expect(data).toMatchObject({ careerLimit: 3, industryLimit: 3 })
    expect(data?.careerList[0]).toEqual({ id: 'jobSeeker', name: '求职者' })
    expect(data?.industryList[0]).toEqual({ id: 'software', name: '信息技术' })
  })

  it('are replaced one kind at a time, and deleted by an empty choice', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'law,software' }, { token })
    expect((await call(test.app, 'saveCareer', { careerIdStr: 'owner,legal' }, { token })).code).toBe(0)
    expect(await chosen(test, token)).toEqual({ careers: ['owner', 'legal'], industries: ['law', 'software'] })
    expect((await call(test.app, 'saveIndustry', { industryIdStr: '' }, { token })).code).toBe(0)
    expect(await chosen(test, token)).toEqual({ careers: ['owner', 'legal'], industries: [] })
    expect((await call(test.app, 'userDetail', {}, { token })).data?.isVip).toBe(true)
  })

  it('that are invalid change nothing', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    await call(test.app, 'saveCareer', { careerIdStr: 'owner' }, { token })
    const save = async (careerIdStr: string) => call(test.app, 'saveCareer', { careerIdStr }, { token })
    expect(await save('jobSeeker,legal,owner,sales')).toMatchObject({
      code: resultCode.choiceUnfit,
      message: '身份最多选择三个',
    })
    expect((await save('legal,unknown')).code).toBe(resultCode.choiceUnfit)
    expect((await save("legal' or '1'='1")).code).toBe(resultCode.choiceUnfit)
    expect(await chosen(test, token)).toEqual({ careers: ['owner'], industries: [] })
  })

  it('of other users stay unchanged', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const [one, other] = [await signIn(test), await signIn(test)]
    for (const { token } of [one, other]) await call(test.app, 'saveCareer', { careerIdStr: 'owner' }, { token })
    await call(test.app, 'saveCareer', { careerIdStr: '' }, { token: one.token })
    expect(await chosen(test, one.token)).toEqual({ careers: [], industries: [] })
    expect(await chosen(test, other.token)).toEqual({ careers: ['owner'], industries: [] })
  })

  it('saved concurrently are the complete choices of one call', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    const sets = ['jobSeeker,legal,owner', 'owner,sales,jobSeeker', 'hr,investor,lawyer', '']
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        call(test.app, 'saveCareer', { careerIdStr: sets[turn % 4] ?? '' }, { token }),
      ),
    )
    expect(new Set(saves.map(({ code }) => code))).toEqual(new Set([0]))
    expect(sets).toContain((await chosen(test, token)).careers?.join(','))
  })

  it('that are no longer offered are not shown', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const { token } = await signIn(test)
    await call(test.app, 'saveCareer', { careerIdStr: 'owner,legal' }, { token })
    const rules = loadMembershipRules()
    const without = { ...rules, careers: rules.careers.filter(({ id }) => id !== 'owner') }
    expect(await chosen(await openTestApp(db, { membershipRules: without }), token)).toEqual({
      careers: ['legal'],
      industries: [],
    })
  })
})
