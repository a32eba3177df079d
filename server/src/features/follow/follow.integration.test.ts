import { EVENT_DAYS, FOLLOW_LIMITS } from '@baiqicha/contract/follow'
import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn, type TestApp } from '../../../test/http/app.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import { importRows } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { chinaDay } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createCompanySubjects } from '../../records/company-subjects.ts'
import { createCompanyEventRepository } from './company-event.repository.ts'
import { createFollowRepository } from './follow.repository.ts'
import { createFollowRetention } from './follow.retention.ts'

/** The maintenance of follows, as the jobs of the server run it. */
const followRetention = (db: Database, clock: { now: () => number }) =>
  createFollowRetention({
    db,
    clock,
    subjects: createCompanySubjects(db, true),
    follows: createFollowRepository(db),
    events: createCompanyEventRepository(db),
  })

const DAY = 86_400_000
const [codeA, codeB] = ['91990001MA0TE5T16H', '91990002MA0FCT021R']
const [nameA, nameB] = ['澜山演示贸易有限公司', '澜海演示贸易有限公司']

const debt = (number: number, more: object = {}) => ({
  name: nameA,
  certNo: codeA,
  caseNo: `(2026)演0101执${number}号`,
  court: '演示市示例区人民法院',
  execAmount: '1000 元',
  filedDate: '2026-06-02',
  asOf: '2026-06-28',
  ...more,
})

type Opened = { database: TestDatabase; test: TestApp; token: string; a: string; b: string }

const follow = ({ test, token }: Opened, companyId: string, group = '', as = token) =>
  call(test.app, 'followCompany', { companyId, group }, { token: as })
const list = async ({ test, token }: Opened, as = token) => (await call(test.app, 'followList', {}, { token: as })).data
const changes = async ({ test, token }: Opened, input = {}, as = token) =>
  (await call(test.app, 'followChanges', { page: 1, ...input }, { token: as })).data
const dot = async ({ test, token }: Opened, as = token) =>
  (await call(test.app, 'userDetail', {}, { token: as })).data?.unreadChanges
const countNewEvents = ({ database, test }: Opened) => followRetention(database.db, test.clock).countNewEvents()
const joinMembership = ({ test, token }: Opened) =>
  call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })

const followMany = async (opened: Opened, count: number, as = opened.token) => {
  const companies = Array.from({ length: count }, () => buildCompany())
  await insertCompanies(opened.database.db, companies)
  const codes: number[] = []
  for (const { row } of companies) codes.push((await follow(opened, row.id, '', as)).code)
  return { codes, ids: companies.map(({ row }) => row.id) }
}

async function openFollowing(freshDatabase: () => Promise<TestDatabase>): Promise<Opened> {
  const database = await freshDatabase()
  const test = await openTestApp(database.db)
  const companies = [
    buildCompany({ name: nameA, credit_code: codeA }),
    buildCompany({ name: nameB, credit_code: codeB }),
  ]
  await insertCompanies(database.db, companies)
  const { token } = await signIn(test)
  const [a = '', b = ''] = companies.map(({ row }) => row.id)
  return { database, test, token, a, b }
}

describeDatabases('following', (freshDatabase) => {
  const open = () => openFollowing(freshDatabase)

  it('stores a company once, and moves it to the group of a repeated call', async () => {
    const opened = await open()
    expect(await follow(opened, opened.a)).toMatchObject({ data: { isFollowed: true, count: 1, limit: 5 } })
    expect(await follow(opened, opened.a, '客户')).toMatchObject({ data: { isFollowed: true, count: 1, limit: 5 } })
    await follow(opened, opened.b)
    expect(await list(opened)).toMatchObject({
      list: [
        { company: { id: opened.b }, group: '', isPaused: false, unread: 0 },
        { company: { id: opened.a }, group: '客户' },
      ],
      groups: ['客户'],
      limit: FOLLOW_LIMITS.registered,
      unread: 0,
    })
  })

  it('refuses unknown companies and more than the level includes, with the limit and the membership', async () => {
    const opened = await open()
    expect(await follow(opened, 'c-none')).toMatchObject({ code: resultCode.notFound })
    expect((await followMany(opened, 5)).codes).toEqual([0, 0, 0, 0, 0])
    expect(await follow(opened, opened.a)).toMatchObject({
      status: 200,
      code: resultCode.followLimit,
      message: '最多关注 5 家企业，会员可关注 100 家',
    })
    await joinMembership(opened)
    expect(await follow(opened, opened.a)).toMatchObject({ data: { count: 6, limit: FOLLOW_LIMITS.vip } })
  })

  it('stops following, also a company that is not followed', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    for (const companyId of [opened.a, opened.a, 'c-none']) {
      const answer = await call(opened.test.app, 'unfollowCompany', { companyId }, { token: opened.token })
      expect(answer.data).toEqual({ isFollowed: false, count: 0, limit: 5 })
    }
  })

  it('renames and dissolves a group of its user only, and creates twenty groups', async () => {
    const opened = await open()
    const other = (await signIn(opened.test)).token
    await joinMembership(opened)
    const { ids } = await followMany(opened, 21)
    const codes: number[] = []
    for (const [at, id] of ids.entries()) codes.push((await follow(opened, id, `分组${at}`)).code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 0), resultCode.followLimit])
    const rename = (from: string, to: string, token: string) =>
      call(opened.test.app, 'renameFollowGroup', { from, to }, { token })
    await rename('分组0', '客户', other)
    await rename('分组1', '客户', opened.token)
    await rename('分组2', '', opened.token)
    const groups = (await list(opened))?.groups
    expect(groups).toHaveLength(19)
    expect(groups).toEqual(expect.arrayContaining(['分组0', '客户']))
  })

  it('pauses the newest beyond five when the membership ends, and deletes nothing', async () => {
    const opened = await open()
    await joinMembership(opened)
    await follow(opened, opened.a)
    await followMany(opened, 5)
    await follow(opened, opened.b)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    const added = [debt(2), debt(3, { name: nameB, certNo: codeB })]
    await importRecords(opened.database, 'executedPerson', added)
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(2)

    const account = opened.database.db.selectFrom('user_account').select('vip_expire_at')
    opened.test.clock.time = ((await account.executeTakeFirst())?.vip_expire_at ?? 0) + 1_000
    const { token } = await signIn(opened.test, opened.test.sent[0]?.mobile)
    const paused = await list(opened, token)
    expect(paused?.list.map(({ isPaused }) => isPaused)).toEqual([true, true, false, false, false, false, false])
    expect(paused).toMatchObject({ limit: 5, unread: 1 })
    expect((await changes(opened, {}, token))?.list.map(({ companyId }) => companyId)).toEqual([opened.a])
    expect(await changes(opened, { companyId: opened.b }, token)).toMatchObject({ list: [], total: 0 })
    expect(await dot(opened, token)).toBe(1)

    await importRecords(opened.database, 'executedPerson', [debt(4, { name: nameB, certNo: codeB })])
    await countNewEvents(opened)
    expect(await dot(opened, token)).toBe(1)
  })

  it('shows changes of records with dates and source, newest first, and counts them until they are opened', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    expect(await changes(opened)).toMatchObject({ list: [], total: 0 })
    await importRecords(opened.database, 'executedPerson', [debt(1), debt(2)])
    await importRecords(opened.database, 'executedPerson', [debt(2, { execAmount: '2000 元', asOf: '2026-06-29' })])
    expect(await changes(opened)).toMatchObject({
      total: 2,
      totalCapped: false,
      list: [
        { change: 'changed', text: '变更被执行人信息 1 条（执行标的）', eventDate: null, isUnread: true },
        {
          companyId: opened.a,
          companyName: nameA,
          kind: 'executedPerson',
          change: 'added',
          text: '新增被执行人信息 1 条（立案 2026-06-02）',
          recordId: expect.stringMatching(/^r/),
          before: null,
          after: null,
          eventDate: '2026-06-02',
          importedOn: '2026-06-30',
          isLate: false,
          isUnread: true,
          source: { sourceId: 'demo-a', sourceName: '演示来源甲', asOf: '2026-06-28' },
        },
      ],
    })
    await countNewEvents(opened)
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(2)
    expect(await list(opened)).toMatchObject({ unread: 2, list: [{ unread: 2 }], seenOn: null })

    const second = await signIn(opened.test, opened.test.sent[0]?.mobile)
    expect(await dot(opened, second.token)).toBe(2)
    await call(opened.test.app, 'markChangesSeen', {}, { token: second.token })
    await call(opened.test.app, 'markChangesSeen', {}, { token: opened.token })
    expect([await dot(opened), await dot(opened, second.token)]).toEqual([0, 0])
    expect((await list(opened))?.seenOn).toBe(chinaDay(opened.test.clock.time))
    expect((await changes(opened))?.list.map(({ isUnread }) => isUnread)).toEqual([false, false])
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(0)
  })

  it('counts nothing that happened before the company was followed, and lists it', async () => {
    const opened = await open()
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2)])
    await follow(opened, opened.a)
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(0)
    expect((await changes(opened))?.list).toMatchObject([{ isUnread: false }])
  })

  it('lists events that were old at their import, and never counts them', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2, { filedDate: '2025-01-02' })])
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(0)
    expect(await list(opened)).toMatchObject({ unread: 0, list: [{ unread: 0 }] })
    expect((await changes(opened))?.list).toMatchObject([{ isLate: true, isUnread: false, eventDate: '2025-01-02' }])
  })

  it('shows a withdrawal by its kind alone, and neither shows nor counts other events of the record', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2)])
    await importRecords(opened.database, 'executedPerson', [debt(2, { asOf: '2026-06-29' })], { removals: true })
    expect((await changes(opened))?.list).toMatchObject([
      { change: 'removed', text: '移出被执行人信息 1 条', recordId: null, eventDate: null },
    ])
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(1)
    const later = (await signIn(opened.test)).token
    await follow(opened, opened.a, '', later)
    expect(await changes(opened, {}, later)).toMatchObject({ list: [], total: 0 })

    await importRecords(opened.database, 'executedPerson', [debt(2, { asOf: '2026-06-30' })])
    expect((await changes(opened))?.list.map(({ text }) => text)).toEqual([
      '恢复被执行人信息 1 条',
      '移出被执行人信息 1 条',
      '新增被执行人信息 1 条（立案 2026-06-02）',
    ])
  })

  it('follows the record: hidden records have no events, disputed ones say so', async () => {
    const opened = await open()
    const { db } = opened.database
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2)])
    const [event] = (await changes(opened))?.list ?? []
    const mark = (set: object) =>
      db
        .updateTable('record_subject')
        .set(set)
        .where('record_id', '=', event?.recordId ?? '')
        .execute()
    await mark({ is_disputed: 1 })
    expect((await changes(opened))?.list).toMatchObject([
      { text: '新增被执行人信息 1 条（立案 2026-06-02，异议处理中）' },
    ])
    await mark({ is_hidden: 1 })
    expect(await changes(opened)).toMatchObject({ list: [], total: 0 })
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(0)
    expect(await list(opened)).toMatchObject({ unread: 0 })
  })

  it('corrects the stored number when a counted record was hidden, and when its company is no longer followed', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    await follow(opened, opened.b)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2), debt(3), debt(4, { name: nameB, certNo: codeB })])
    await countNewEvents(opened)
    expect(await dot(opened)).toBe(3)
    const [{ recordId } = { recordId: null }] = (await changes(opened, { companyId: opened.a }))?.list ?? []
    await opened.database.db
      .updateTable('record_subject')
      .set({ is_hidden: 1 })
      .where('record_id', '=', recordId ?? '')
      .execute()
    await list(opened)
    expect(await dot(opened)).toBe(2)
    await call(opened.test.app, 'unfollowCompany', { companyId: opened.a }, { token: opened.token })
    expect(await dot(opened)).toBe(1)
  })

  it('shows changed facts of the register, filters by company and kind, and pages', async () => {
    const opened = await open()
    const facts = {
      name: '演示事实有限公司',
      creditCode: fictionalCode(3),
      status: '存续',
      legalRepresentative: '演示甲',
    }
    await importRows(opened.database, [{ ...facts, asOf: '2026-05' }])
    const { id } = await opened.database.db
      .selectFrom('company')
      .select('id')
      .where('name', '=', facts.name)
      .executeTakeFirstOrThrow()
    await follow(opened, id)
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2)])
    await importRows(opened.database, [{ ...facts, status: '注销', legalRepresentative: '演示乙', asOf: '2026-06' }])
    expect((await changes(opened, { kind: 'fact' }))?.list).toMatchObject([
      { text: '变更 法定代表人：演示甲 → 演示乙', before: '演示甲', after: '演示乙' },
      {
        text: '变更 登记状态：存续 → 注销',
        companyId: id,
        kind: 'fact',
        recordId: null,
        eventDate: null,
        isDemo: true,
      },
    ])
    expect(await changes(opened, { companyId: opened.a })).toMatchObject({ total: 1 })
    expect(await changes(opened, { page: 2, pageSize: 2 })).toMatchObject({ total: 3, list: [{ companyId: opened.a }] })
    const refused = await call(opened.test.app, 'followChanges', { companyId: opened.b }, { token: opened.token })
    expect(refused.code).toBe(resultCode.notFound)

    const key = { subject_key: `c:${facts.creditCode}`, person_name: '演示乙', record_id: null }
    await opened.database.db
      .insertInto('suppression')
      .values({ id: 's-1', ...key, reason: '测试', created_at: 0 })
      .execute()
    expect((await changes(opened, { kind: 'fact' }))?.list.map(({ text }) => text)).toEqual([
      '变更 登记状态：存续 → 注销',
    ])
  })

  it('follows a company to its new id', async () => {
    const opened = await open()
    const name = '演示改号有限公司'
    await importRows(opened.database, [{ name, sourceKey: 'k1', asOf: '2026-05' }])
    const idOf = async () =>
      (await opened.database.db.selectFrom('company').select('id').where('name', '=', name).executeTakeFirstOrThrow())
        .id
    const before = await idOf()
    await follow(opened, before)
    await importRows(opened.database, [{ name, sourceKey: 'k1', creditCode: fictionalCode(3), asOf: '2026-06' }])
    expect(await idOf()).not.toBe(before)
    expect((await list(opened))?.list.map(({ company }) => company.id)).toEqual([await idOf()])
  })

  it('erases events 400 days after their import', async () => {
    const opened = await open()
    const { db } = opened.database
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2), debt(3)])
    const retention = followRetention(db, opened.test.clock)
    opened.test.clock.time += EVENT_DAYS * DAY
    await retention.eraseOldEvents()
    expect(await db.selectFrom('company_event').select('seq').execute()).toHaveLength(2)
    opened.test.clock.time += 1
    await retention.eraseOldEvents()
    expect(await db.selectFrom('company_event').select('seq').execute()).toHaveLength(0)
  })
})

describeBothDatabases('parallel calls of following', (freshDatabase) => {
  const open = () => openFollowing(freshDatabase)

  it('stores one of twenty parallel calls', async () => {
    const opened = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(opened, opened.a)))
    expect(answers.every(({ data }) => data?.count === 1)).toBe(true)
    expect((await list(opened))?.list).toHaveLength(1)
  })

  it('does not exceed the limit by parallel calls', async () => {
    const opened = await open()
    const companies = Array.from({ length: 10 }, () => buildCompany())
    await insertCompanies(opened.database.db, companies)
    const answers = await Promise.all(companies.map(({ row }) => follow(opened, row.id)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(FOLLOW_LIMITS.registered)
    expect((await list(opened))?.list).toHaveLength(FOLLOW_LIMITS.registered)
  })

  it('counts each event once when several processes count', async () => {
    const opened = await open()
    await follow(opened, opened.a)
    await importRecords(opened.database, 'executedPerson', [debt(1)])
    await importRecords(opened.database, 'executedPerson', [debt(2), debt(3)])
    await Promise.all(Array.from({ length: 5 }, () => countNewEvents(opened)))
    expect(await dot(opened)).toBe(2)
  })
})
