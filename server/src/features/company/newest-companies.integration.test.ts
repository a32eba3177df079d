import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'

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
