import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, withLimits } from '../../../test/http/app.ts'
import { createHomeRepository } from './home.repository.ts'
import { readShippedHomeConfig } from './home-config.input.ts'

const clock = { now: () => Date.UTC(2026, 10, 20) }

describeDatabases('home content', (freshDatabase) => {
  it('ships three banners, one of each kind, and a notice', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeConfig())
    const { bannerList, noticeList } = await home.find()
    expect(bannerList.map(({ jumpType, url }) => ({ jumpType, url }))).toEqual([
      { jumpType: 1, url: '/banners/ask.svg' },
      { jumpType: 0, url: '/banners/search.svg' },
      { jumpType: 2, url: '/banners/soon.svg' },
    ])
    expect(noticeList).toHaveLength(1)
  })

  it('is filled once: changes of an operator stay', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeConfig())
    await db.updateTable('banner').set({ title: '改过的' }).where('id', '=', 'b-ask').execute()
    await home.fillIfEmpty(readShippedHomeConfig())
    expect((await home.find()).bannerList[0]?.title).toBe('改过的')
  })

  it('shows no banner with an unsafe link, however it was stored', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: ['www.example.com'] })
    await home.fillIfEmpty(readShippedHomeConfig())
    const leadsTo = async (jump_url: string) => {
      await db.updateTable('banner').set({ jump_url }).where('id', '=', 'b-ask').execute()
      return (await home.find()).bannerList.some((banner) => banner.id === 'b-ask')
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

  it('shows a notice only within its period', async () => {
    const { db } = await freshDatabase()
    const home = createHomeRepository({ db, clock, jumpHosts: [] })
    await home.fillIfEmpty(readShippedHomeConfig())
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
