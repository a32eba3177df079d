import type { DebtorSearchBody } from '@baiqicha/contract/people'
import { resultCode } from '@baiqicha/contract/result-codes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, shippedLimits, signIn, withLimits } from '../../../test/http/app.ts'
import { importRecords } from '../../../test/importers/import-records.ts'
import type { AppDeps } from '../../app/create-app.ts'

const DAY = 86_400_000
/** An identity number of a region that does not exist, with its check character. */
const identityNumber = '99010119900307004X'
const masked = '990101********004X'

/** The usual limits of tests, and the shipped one of persons. */
function limitedPersons() {
  const limits = raisedLimits()
  const { personsPerUser } = shippedLimits().buckets
  return withLimits({ ...limits, buckets: { ...limits.buckets, personsPerUser } })
}

const nameAt = (at: number) => `演示${String.fromCodePoint(0x4e00 + at)}`

let cases = 0
const listing = (row: Record<string, unknown>) => ({
  subjectType: '自然人',
  caseNo: `（2025）演0101执${++cases}号`,
  court: '演示市示例区人民法院',
  province: '演示省',
  performance: '全部未履行',
  filedDate: '2025-03-18',
  publishDate: '2025-05-06',
  ...row,
})
const person = (name: string, row: Record<string, unknown> = {}) => listing({ name, ...row })

describeDatabases('the search for debtors', (freshDatabase) => {
  async function open(rows: readonly object[], deviation: Partial<AppDeps> = {}) {
    const database = await freshDatabase()
    if (rows.length > 0) await importRecords(database, 'dishonestExecutor', rows)
    const test = await openTestApp(database.db, deviation)
    const { token } = await signIn(test)
    const search = (body: Partial<DebtorSearchBody> & { name: string }, as = token) =>
      call(test.app, 'debtorSearch', { subjectType: '自然人', ...body }, { token: as })
    return { database, test, token, search }
  }

  it('finds a person by the full name only, and returns the name as typed', async () => {
    const { search } = await open([person('演示甲丙'), person('演示甲丙丁')])
    const { data } = await search({ name: ' 演示 甲丙' })
    expect(data?.list).toMatchObject([{ name: '演示 甲丙', subjectType: '自然人', records: [{ companyId: null }] }])
    for (const name of ['演示甲', '演示', '甲丙', '演示甲丙 演示甲丙']) {
      expect.soft((await search({ name })).data?.total, name).toBe(0)
    }
  })

  const incomplete = '请输入完整姓名'
  const tooShort = '请输入至少 2 个字'
  const wrongNumber = '证件号码有误，请核对'
  const ofCompany = { subjectType: '企业', name: '澜山' } as const

  it.each<[input: string, body: Partial<DebtorSearchBody>, message: string]>([
    ['a name of one character', { name: '演' }, incomplete],
    ['a masked name', { name: '演某' }, incomplete],
    ['a name with *', { name: '演*' }, incomplete],
    ['spaces', { name: '  ' }, '请求有误：name'],
    ['a name of 2,000 characters', { name: '演'.repeat(2_000) }, '请求有误：name'],
    ['% alone', { name: '%%' }, incomplete],
    ['% in a name', { name: '演示%' }, incomplete],
    ['_ in a name', { name: '演示_丙' }, incomplete],
    ['emoji', { name: '😀😀' }, incomplete],
    ['a name with an emoji', { name: '演示甲丙😀' }, incomplete],
    ['a control character', { name: '演示甲丙\u202e' }, incomplete],
    ['full-width digits as a name', { name: '１２３４' }, incomplete],
    ['a mobile number as a name', { name: '15400000001' }, incomplete],
    ['a certificate number as a name', { name: identityNumber }, incomplete],
    ['two names', { name: '演示甲丙、演示乙丙' }, incomplete],
    ['a wrong check digit', { certNo: '990101199003070041' }, wrongNumber],
    ['two certificate numbers', { certNo: `${identityNumber} ${identityNumber}` }, wrongNumber],
    ['% as certificate', { certNo: '%%%%' }, wrongNumber],
    ['_ as certificate', { certNo: '____' }, wrongNumber],
    ['emoji as certificate', { certNo: '😀' }, wrongNumber],
    ['three digits of a certificate', { certNo: '004' }, wrongNumber],
    ['a certificate of 2,000 characters', { certNo: '1'.repeat(2_000) }, '请求有误：certNo'],
    ['a province of 2,000 characters', { province: '省'.repeat(2_000) }, '请求有误：province'],
    ['page 51', { page: 51 }, '请求有误：page'],
    ['page 0', { page: 0 }, '请求有误：page'],
    ['one character of a company', { ...ofCompany, name: '澜' }, tooShort],
    ['% as a company', { ...ofCompany, name: '%%' }, tooShort],
    ['_ in a company', { ...ofCompany, name: '澜_' }, tooShort],
    ['emoji as a company', { ...ofCompany, name: '😀😀' }, tooShort],
    ['a wrong check digit of a credit code', { ...ofCompany, certNo: '91990001MA0TE5T16X' }, wrongNumber],
    ['an identity number of a company', { ...ofCompany, certNo: identityNumber }, wrongNumber],
    ['two codes of a company', { ...ofCompany, certNo: '91990001MA0TE5T16H 91990001MA0TE5T16H' }, wrongNumber],
    ['% as code', { ...ofCompany, certNo: '%' }, wrongNumber],
  ])('refuses %s with its sentence', async (_input, body, message) => {
    const { search } = await open([person('演示甲丙', { certNo: masked })])
    const answer = await search({ name: '演示甲丙', ...body })
    expect({ message: answer.message, data: answer.data }).toEqual({ message, data: null })
    expect(answer.code).not.toBe(resultCode.ok)
  })

  it.each([
    ['full-width digits', { certNo: '９９０１０１１９９００３０７００４Ｘ' }],
    ['the last four in full width', { certNo: '００４ｘ' }],
    ['spaces and hyphens', { certNo: '990101-19900307 004x' }],
    ['a dot within the name', { name: '演示·甲丙' }],
    ['page 50', { page: 50 }],
  ])('reads %s', async (_input, body) => {
    const { search } = await open([person('演示甲丙', { certNo: masked })])
    expect(await search({ name: '演示甲丙', ...body })).toMatchObject({ code: 0, data: { total: 1 } })
  })

  it('takes no input as a pattern, and no refused one from the persons of the day', async () => {
    const { search } = await open([person('演示甲丙', { certNo: masked })], limitedPersons())
    for (let at = 0; at < 60; at += 1) await search({ name: `${nameAt(at)}%` })
    expect((await search({ name: '演示甲丙', province: '%' })).data?.total).toBe(0)
    expect((await search({ name: '演示甲丙' })).data?.total).toBe(1)
  })

  it('needs a session, for companies too', async () => {
    const { search } = await open([])
    const missing = { code: resultCode.noSession, message: '请登录后继续', data: null }
    expect(await search({ name: '演示甲丙' }, '')).toMatchObject(missing)
    expect(await search({ name: '澜山演示', subjectType: '企业' }, '')).toMatchObject(missing)
  })

  it('keeps persons of one name apart by certificate, and never merges listings without one', async () => {
    const { search } = await open([
      person('演示甲丙', { certNo: masked, publishDate: '2025-06-01', age: 34, sex: '男' }),
      person('演示甲丙', { certNo: identityNumber, publishDate: '2025-05-01' }),
      person('演示甲丙', { certNo: '990102********2221', publishDate: '2025-04-01' }),
      person('演示甲丙', { publishDate: '2025-03-01' }),
      person('演示甲丙', { publishDate: '2025-02-01' }),
    ])
    const { data } = await search({ name: '演示甲丙' })
    expect(data?.list.map(({ certNoMasked, records }) => [certNoMasked, records.length])).toEqual([
      [masked, 2],
      ['990102********2221', 1],
      [null, 1],
      [null, 1],
    ])
    expect(data?.list[0]).toMatchObject({ age: 34, sex: '男' })
    expect(data?.list[1]).toMatchObject({ age: null, sex: null })
  })

  it('marks the record of a person at once when the person objects, and refuses the subject under another kind', async () => {
    const { search, test, token } = await open([person('演示甲丙', { certNo: masked })])
    const before = await search({ name: '演示甲丙' })
    const recordId = before.data?.list[0]?.records[0]?.id ?? ''
    const subject = await call(test.app, 'correctionSubject', { recordKind: 'dishonestExecutor', recordId }, { token })
    expect(subject.data).toMatchObject({ companyId: '', companyName: '', recordId })
    expect(JSON.stringify(subject.data)).not.toContain('演示甲丙')
    const other = await call(test.app, 'correctionSubject', { recordKind: 'executedPerson', recordId }, { token })
    expect(other.code).toBe(resultCode.notFound)
    const { data } = await call(
      test.app,
      'submitCorrection',
      {
        recordKind: 'dishonestExecutor',
        recordId,
        reason: '不是同一人（企业）',
        content: '本人不是该案件的被执行人',
        claimant: '当事人',
      },
      { token },
    )
    expect(data).toMatchObject({ effect: 'marked' })
    expect((await search({ name: '演示甲丙' })).data?.list[0]?.records[0]?.isDisputed).toBe(true)
  })

  it('compares a typed certificate number masked, and refuses one whose check character is wrong', async () => {
    const { search } = await open([
      person('演示甲丙', { certNo: masked }),
      person('演示甲丙', { certNo: '990102********2221' }),
    ])
    for (const certNo of [identityNumber, identityNumber.toLowerCase(), masked, '004x']) {
      const { data } = await search({ name: '演示甲丙', certNo })
      expect.soft(data?.list.map(({ certNoMasked }) => certNoMasked)).toEqual([masked])
    }
    const wrong = await search({ name: '演示甲丙', certNo: '990101199003070041' })
    expect(wrong).toMatchObject({ code: resultCode.certificateWrong, message: '证件号码有误，请核对' })
  })

  it('distinguishes not connected, nothing found, and nothing under the filter', async () => {
    const { search } = await open([person('演示甲丙', { province: '演示东省' })])
    expect((await search({ name: '李某明甲' })).code).toBe(resultCode.keywordEmpty)
    expect((await search({ name: '甲乙丙' })).data).toMatchObject({ connected: false, total: 0 })
    expect((await search({ name: '演示丁戊' })).data).toMatchObject({
      connected: true,
      total: 0,
      groupsOfName: { current: 0, history: 0 },
    })
    expect((await search({ name: '演示甲丙', province: '演示南' })).data).toMatchObject({
      connected: true,
      total: 0,
      groupsOfName: { current: 1, history: 0 },
    })
    expect((await search({ name: '演示甲丙', province: '演示东' })).data?.total).toBe(1)
  })

  it('shows removed listings under history only', async () => {
    const { search } = await open([
      person('演示甲丙', { removedAt: '2025-09-01', removedReason: '已履行完毕' }),
      person('演示甲丙', { certNo: masked }),
    ])
    expect((await search({ name: '演示甲丙' })).data?.list.map(({ certNoMasked }) => certNoMasked)).toEqual([masked])
    const { data } = await search({ name: '演示甲丙', view: 'history' })
    expect(data?.list).toMatchObject([{ certNoMasked: null, records: [{ removedAt: '2025-09-01' }] }])
    expect(data?.groupsOfName).toEqual({ current: 1, history: 1 })
  })

  it('asks for province or certificate above 100 groups', async () => {
    const rows = Array.from({ length: 101 }, (_, at) =>
      person('演示甲丙', { province: at === 0 ? '演示东省' : '演示省' }),
    )
    const { search } = await open(rows)
    expect((await search({ name: '演示甲丙' })).data).toMatchObject({ needsNarrowing: true, list: [], total: 101 })
    expect((await search({ name: '演示甲丙', province: '演示东省' })).data).toMatchObject({
      needsNarrowing: false,
      total: 1,
    })
  })

  it('counts each person searched for, up to 50 a day', async () => {
    const { test, search } = await open([], limitedPersons())
    for (let at = 0; at < 50; at += 1) expect.soft((await search({ name: nameAt(at) })).code).toBe(0)
    expect((await search({ name: nameAt(0), page: 2 })).code).toBe(0)
    const refused = await search({ name: '演示甲丙' })
    expect(refused).toMatchObject({
      code: resultCode.tooManyRequests,
      message: expect.stringMatching(/^今日查询人员次数已达上限/),
    })
    test.clock.time += DAY
    expect((await search({ name: '演示甲丙' })).code).toBe(0)
  })

  it('does not count searches for companies', async () => {
    const { search } = await open([], limitedPersons())
    for (let at = 0; at < 60; at += 1) {
      expect.soft((await search({ name: `演示公司${at}`, subjectType: '企业' })).code).toBe(0)
    }
  })

  it('finds companies by part of the name, and listings of the exact name that belong to no company', async () => {
    const { database, test, search } = await open([
      listing({ name: '澜山演示贸易有限公司', subjectType: '企业', certNo: '91990001MA0TE5T16H' }),
      listing({ name: '无名演示贸易有限公司', subjectType: '企业' }),
    ])
    const company = buildCompany({ name: '澜山演示贸易有限公司', credit_code: '91990001MA0TE5T16H', is_demo: 1 })
    await insertCompanies(database.db, [company])
    test.search.names.set(company.row.id, company.row.name)
    const found = await search({ name: '澜山', subjectType: '企业' })
    expect(found.data?.list).toMatchObject([
      { name: '澜山演示贸易有限公司', certNoMasked: '91990001MA0TE5T16H', records: [{ companyId: company.row.id }] },
    ])
    const unknown = await search({ name: '无名演示贸易有限公司', subjectType: '企业' })
    expect(unknown.data?.list).toMatchObject([{ name: '无名演示贸易有限公司', records: [{ companyId: null }] }])
    expect((await search({ name: '澜山', subjectType: '企业', certNo: 'MA0TE5T16' })).data?.total).toBe(1)
    expect((await search({ name: '澜山', subjectType: '企业', certNo: '91990002MA0FCT021R' })).data?.total).toBe(0)
    expect((await search({ name: '澜', subjectType: '企业' })).message).toBe('请输入至少 2 个字')
  })

  it('says that the search is unavailable instead of finding nothing', async () => {
    const { test, search } = await open([])
    test.search.condition = 'preparing'
    expect((await search({ name: '澜山', subjectType: '企业' })).code).toBe(resultCode.unavailable)
  })

  it('leaves no name and no certificate number in logs and tables', async () => {
    const { database, test, search } = await open([])
    await search({ name: '演示金丝雀', certNo: identityNumber })
    await search({ name: '演示金丝雀', certNo: '990101199003070041' })
    const tables = await database.db.introspection.getTables()
    const stored: unknown[] = []
    for (const { name } of tables) stored.push((await sql`select * from ${sql.table(name)}`.execute(database.db)).rows)
    const everything = JSON.stringify(stored) + test.logged.join('')
    for (const canary of ['金丝雀', identityNumber, '19900307'])
      expect.soft(everything.includes(canary), canary).toBe(false)
    const events = await database.db
      .selectFrom('audit_event')
      .selectAll()
      .where('kind', '=', 'personSearched')
      .execute()
    expect(events).toMatchObject([{ subject: '0' }])
  })
})
