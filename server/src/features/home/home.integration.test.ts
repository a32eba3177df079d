import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'
import { createHomeRepository } from './home.repository.ts'
import { readShippedHomeContent } from './home-config.input.ts'

const clock = { now: () => Date.UTC(2026, 10, 20) }

describeDatabases('home content', (freshDatabase) => {
  it('ships three banners that lead to live pages, and a notice', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeContent())
    const { bannerList, noticeList } = await home.find()
    expect(bannerList.map(({ jumpType, url }) => ({ jumpType, url }))).toEqual([
      { jumpType: 0, url: '/banners/search.svg' },
      { jumpType: 0, url: '/banners/ownership.svg' },
      { jumpType: 1, url: '/banners/risk.svg' },
    ])
    expect(noticeList).toHaveLength(1)
  })

  it('is filled once: changes of an operator stay', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeContent())
    await db.updateTable('banner').set({ title: '改过的' }).where('id', '=', 'b-search').execute()
    await home.fillIfEmpty(readShippedHomeContent())
    expect((await home.find()).bannerList[0]?.title).toBe('改过的')
  })

  it('shows no banner with an unsafe link, however it was stored', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: ['www.example.com'] })
    await home.fillIfEmpty(readShippedHomeContent())
    const leadsTo = async (jump_url: string) => {
      await db.updateTable('banner').set({ jump_url }).where('id', '=', 'b-risk').execute()
      return (await home.find()).bannerList.some((banner) => banner.id === 'b-risk')
    }
    expect(await leadsTo('https://www.example.com/a')).toBe(true)
    for (const url of [
      'javascript:alert(1)',
      '//evil.example',
      'https://evil.example/',
      'http://www.example.com/',
      '/\\evil',
    ]) {
      expect(await leadsTo(url)).toBe(false)
    }
  })

  it('sends the app the allowed hosts, and no banner or notice of another host', async () => {
    const { db } = await freshDatabase()
    const { config } = withLimits(raisedLimits())
    const { app } = await openTestApp(db, { config: { ...config, jumpHosts: ['www.example.com'] } })
    await createHomeRepository({ db, clock, jumpHosts: [] }).fillIfEmpty(readShippedHomeContent())
    await db.updateTable('banner').set({ jump_type: 1, jump_url: 'https://evil.example/' }).execute()
    await db.updateTable('notice').set({ link: 'https://evil.example/' }).execute()
    const { data } = await call(app, 'homeConfig', {})
    expect(data).toMatchObject({ bannerList: [], jumpHosts: ['www.example.com'], noticeList: [{ link: null }] })
  })

  it('shows a notice only within its period', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeContent())
    const shownWith = async (start_at: number | null, end_at: number | null) => {
      await db.updateTable('notice').set({ start_at, end_at }).execute()
      return (await home.find()).noticeList.length === 1
    }
    const now = clock.now()
    expect(await shownWith(now, now + 1)).toBe(true)
    expect(await shownWith(now + 1, null)).toBe(false)
    expect(await shownWith(null, now)).toBe(false)
  })
})

describeDatabases('the examples of the home page', (freshDatabase) => {
  it('are the real companies of the stored names, at most three, in the order of the operator', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: ['www.example.com'] })
    const names = [
      '澜山演示贸易有限公司',
      '云岚演示软件有限公司',
      '同名演示商贸有限公司',
      '晴川演示医疗（集团）有限公司',
      '松间演示文化有限公司',
    ]
    const fictional = buildCompany({ name: '云岚演示软件有限公司', is_demo: 1 })
    const companies = names.filter((name) => name !== '云岚演示软件有限公司').map((name) => buildCompany({ name }))
    await insertCompanies(db, [...companies, buildCompany({ name: '同名演示商贸有限公司' }), fictional])
    await home.fillIfEmpty({ bannerList: [], noticeList: [], examples: ['未收录演示有限公司', ...names] })
    const { examples, jumpHosts } = await home.find()
    expect(examples.map(({ name }) => name)).toEqual([
      '澜山演示贸易有限公司',
      '晴川演示医疗（集团）有限公司',
      '松间演示文化有限公司',
    ])
    expect(examples[0]?.id).toBe(companies[0]?.row.id)
    expect(jumpHosts).toEqual(['www.example.com'])
  })
})

const listed = (name: string, listed_on: string | null, deviation: object = {}) =>
  buildCompany({
    name,
    listing_as_of: '2026-06',
    listings: [{ code: '990001', state: '上市', listed_on, ...deviation }],
  })

describeDatabases('最近上市', (freshDatabase) => {
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

describeDatabases('newly registered companies', (freshDatabase) => {
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

describeDatabases('the limit of company pages', (freshDatabase) => {
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
