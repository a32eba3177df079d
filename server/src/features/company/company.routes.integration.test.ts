import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../test/builders/records.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, signIn, withLimits } from '../../../test/http/app.ts'

const listed = (name: string, listed_on: string | null, deviation: object = {}) =>
  buildCompany({
    name,
    listing_as_of: '2026-06',
    listings: [{ code: '990001', state: '上市', listed_on, ...deviation }],
  })

describeBothDatabases('最近上市', (freshDatabase) => {
  it('lists the newest listings of real companies that are listed now, with the newest date of the lists', async () => {
    const { db } = await freshDatabase()
    await insertCompanies(db, [
      listed('一号演示股份有限公司', '2026-05-01'),
      listed('二号演示股份有限公司', '2026-05-29', { board: '主板' }),
      listed('三号演示股份有限公司', '2026-06-01', { state: null }),
      listed('四号演示股份有限公司', null),
      buildCompany({
        name: '五号演示股份有限公司',
        is_demo: 1,
        listings: [{ code: '9', state: '上市', listed_on: '2026-06-02' }],
      }),
    ])
    const { app } = await openTestApp(db)
    const { data } = await call(app, 'recentListingList', {})
    expect(data?.asOf).toBe('2026-06')
    expect(data?.list.map(({ name, listedOn }) => `${listedOn} ${name}`)).toEqual([
      '2026-05-29 二号演示股份有限公司',
      '2026-05-01 一号演示股份有限公司',
    ])
    expect(data?.list[0]).toMatchObject({ code: '990001', board: '主板', logoText: '二号演示' })
  })
})

describeBothDatabases('newly registered companies', (freshDatabase) => {
  it('are the newest founded first, ten for the home page, and pages of the same ranking', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const companies = await fillStore(db, test)
    const list = await call(test.app, 'recentRegisterList', {})
    const page = await call(test.app, 'recentRegisterDetail', { page: 1, pageSize: 2 })
    const next = await call(test.app, 'recentRegisterDetail', { page: 2, pageSize: 2 })
    expect(list.data?.map((row) => row.id)).toEqual(companies.map((row) => row.id))
    expect([...(page.data ?? []), ...(next.data ?? [])].map((row) => row.id)).toEqual(companies.map((row) => row.id))
  })

  it('have a stated status and an original founding date: one after the listing is a re-registration', async () => {
    const { db } = await freshDatabase()
    const original = buildCompany({ founded_on: '2018-01-01', listings: [{ code: '990001', listed_on: '2020-01-01' }] })
    const reregistered = buildCompany({
      founded_on: '2020-10-14',
      listings: [{ code: '990002', listed_on: '2001-01-01' }],
    })
    const unstated = buildCompany({ founded_on: '2021-01-01', status: null })
    await insertCompanies(db, [original, reregistered, unstated])
    const { app } = await openTestApp(db)
    const { data: list } = await call(app, 'recentRegisterList', {})
    const { data: page } = await call(app, 'recentRegisterDetail', { page: 1, pageSize: 20 })
    expect([list, page].map((rows) => rows?.map(({ id }) => id))).toEqual([[original.row.id], [original.row.id]])
  })
})

describeBothDatabases('the limit of company pages', (freshDatabase) => {
  it('is not spent again by the register table of an opened page, and is shared by a network', async () => {
    const { db } = await freshDatabase()
    const limits = raisedLimits()
    limits.buckets.detailsPerVisitorAddress = [{ count: 1, seconds: 60 }]
    const test = await openTestApp(db, withLimits(limits))
    const [company] = await fillStore(db, test)
    const id = company?.id ?? ''
    const sameNetwork = ['2001:db8::1', '2001:db8::2'] as const
    expect((await call(test.app, 'companyDetail', { id }, { remoteAddress: sameNetwork[0] })).code).toBe(0)
    expect((await call(test.app, 'companyDetail', { id }, { remoteAddress: sameNetwork[1] })).code).toBe(429)
    expect((await call(test.app, 'businessInfo', { id }, { remoteAddress: sameNetwork[1] })).code).toBe(0)
    const elsewhere = await call(test.app, 'businessInfo', { id: 'c-other' }, { remoteAddress: sameNetwork[1] })
    expect(elsewhere).toMatchObject({
      status: 200,
      code: 429,
      message: '未登录可查看的企业数已达上限，请登录，或 60 秒后重试',
    })
  })
})

const code = (last: number) => `91990001MA0DEM0X${10 + last}`
const about = (last: number) => ({ is_demo: 1, subjects: [{ creditCode: code(last) }] }) as const

describeDatabases('查风险', (freshDatabase) => {
  it('shows current and past counts of every kind, the gravest severity and the date', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const { app, search } = test
    const companies = ['甲', '乙', '丙'].map((word, last) =>
      buildCompany({ id: `c-${last}`, name: `演示云岚${word}有限公司`, credit_code: code(last), is_demo: 1 }),
    )
    await insertCompanies(db, companies)
    for (const { row } of companies) search.names.set(row.id, row.name)
    await insertRecords(db, [
      buildRecord({ kind: 'dishonestExecutor', display_until: '2026-06-30', ...about(0) }),
      buildRecord({ kind: 'dishonestExecutor', standing: 'history', ...about(0) }),
      buildRecord({ kind: 'equityPledge', ...about(1) }),
      buildRecord({ kind: 'punishment', disputed_at: BUILT_AT, ...about(1) }),
    ])
    await insertFeed(db, { kind: 'taxViolation', is_demo: 1, as_of: '2026-07-01' })
    const { token } = await signIn(test)
    const request = async (input: { keyword: string; kind?: 'dishonestExecutor' }) =>
      (await call(app, 'riskSearch', input, { token })).data?.list

    const rows = await request({ keyword: '云岚' })
    expect(
      rows?.map(({ id, maxSeverity, asOf, isDishonestDebtor }) => [id, maxSeverity, asOf, isDishonestDebtor]),
    ).toEqual([
      ['c-0', '高', '2026-07-01', true],
      ['c-1', '提示', '2026-07-01', false],
      ['c-2', null, '2026-07-01', false],
    ])
    expect(rows?.[0]).toMatchObject({ matchReason: { field: 'name' }, hitRanges: [[2, 4]] })
    expect(rows?.[0]?.riskCounts).toEqual({
      dishonestExecutor: { current: 1, disputed: 0, history: 1 },
      equityPledge: { current: 0, disputed: 0, history: 0 },
      punishment: { current: 0, disputed: 0, history: 0 },
      taxViolation: { current: 0, disputed: 0, history: 0 },
    })
    expect(rows?.[1]?.riskCounts.punishment).toEqual({ current: 0, disputed: 1, history: 0 })

    // The index stub does not filter, so rows are checked against the database.
    expect((await request({ keyword: '云岚', kind: 'dishonestExecutor' }))?.map(({ id }) => id)).toEqual(['c-0'])
    expect(search.lastQuery?.filters).toEqual({ risk: 'dishonestExecutor' })
    test.clock.time += 86_400_000
    expect(await request({ keyword: '云岚', kind: 'dishonestExecutor' })).toEqual([])
  })

  it('lists the gravest first over all pages, after the company whose whole name was typed', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const names = [
      '演示云岚有限公司',
      '演示云岚提示有限公司',
      '演示云岚无有限公司',
      '演示云岚高有限公司',
      '演示云岚中有限公司',
    ]
    const companies = names.map((name, last) =>
      buildCompany({ id: `c-${last}`, name, credit_code: code(last), is_demo: 1 }),
    )
    await insertCompanies(db, companies)
    for (const { row } of companies) test.search.names.set(row.id, row.name)
    await insertRecords(db, [
      buildRecord({ kind: 'equityPledge', ...about(1) }),
      buildRecord({ kind: 'dishonestExecutor', ...about(3) }),
      buildRecord({ kind: 'executedPerson', ...about(4) }),
    ])
    const { token } = await signIn(test)
    const idsOf = async (keyword: string, paging: { page?: number; pageSize?: number } = {}) => {
      const { data } = await call(test.app, 'riskSearch', { keyword, ...paging }, { token })
      return [data?.page, data?.total, ...(data?.list ?? []).map(({ id }) => id)]
    }
    expect(await idsOf('云岚')).toEqual([1, 5, 'c-3', 'c-4', 'c-1', 'c-0', 'c-2'])
    expect(await idsOf('云岚', { page: 2, pageSize: 2 })).toEqual([2, 5, 'c-1', 'c-0'])
    expect((await idsOf('演示云岚有限公司'))[2]).toBe('c-0')
  })

  it('finds by name while the index is being prepared, but never pretends to filter', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    await insertCompanies(db, [buildCompany({ name: '演示云岚有限公司' })])
    test.search.condition = 'preparing'
    const { token } = await signIn(test)
    const plain = await call(test.app, 'riskSearch', { keyword: '演示云岚' }, { token })
    expect(plain.data).toMatchObject({ partial: true, total: 1 })
    const input = { keyword: '演示云岚', kind: 'executedPerson' } as const
    expect(await call(test.app, 'riskSearch', input, { token })).toMatchObject({ status: 503, data: null })
    expect(await call(test.app, 'riskSearch', { keyword: '%' }, { token })).toMatchObject({ code: 4105 })
  })
})

describeBothDatabases('a search by conditions alone', (freshDatabase) => {
  async function openSearch() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const company = buildCompany({ id: 'c-1', name: '云岚演示有限公司' })
    await insertCompanies(db, [company])
    test.search.names.set(company.row.id, company.row.name)
    const { token } = await signIn(test)
    const request = (input: { keyword: string; region?: string; within?: 'name' }) =>
      call(test.app, 'companySearch', input, { token })
    return { test, request }
  }

  it('lists the companies that meet them, and no demonstration company', async () => {
    const { test, request } = await openSearch()
    await request({ keyword: '', region: '44' })
    expect(test.search.lastQuery).toMatchObject({
      keyword: null,
      within: 'companyFacts',
      filters: { region: '44', population: 'real' },
    })
    await request({ keyword: '', region: '99' })
    expect(test.search.lastQuery).toMatchObject({ filters: { population: 'demo' } })
  })

  it('needs a condition, and a range alone is none', async () => {
    const { request } = await openSearch()
    const refused = await request({ keyword: '' })
    expect(refused.data).toBeNull()
    expect((await request({ keyword: '', within: 'name' })).code).toBe(refused.code)
    expect((await request({ keyword: '！！', region: '44' })).code).toBe(refused.code)
  })
})
