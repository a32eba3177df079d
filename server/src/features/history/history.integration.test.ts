import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases, describeDatabases, type FreshDatabase } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn } from '../../../test/http/app.ts'

/** A user who searches. */
const openSearches = (freshDatabase: FreshDatabase) => async () => {
  const test = await openTestApp((await freshDatabase()).db)
  const { token } = await signIn(test)
  const save = (companyName: string) => call(test.app, 'saveSearchHistory', { companyName }, { token })
  const names = async (as = token) =>
    (await call(test.app, 'searchHistory', { type: 'search' }, { token: as })).data?.viewHistoryList ?? []
  return { test, token, save, names }
}

describeDatabases('search history', (freshDatabase) => {
  const open = openSearches(freshDatabase)

  it('stores each name once, the last searched on top, whatever the clock does', async () => {
    const { test, save, names } = await open()
    for (const name of ['甲', '乙', '丙']) await save(name)
    test.clock.time -= 86_400_000
    await save(' 甲 ')
    expect((await names()).map((item) => item.companyName)).toEqual(['甲', '丙', '乙'])
  })

  it('stores the newest fifty', async () => {
    const { save, names } = await open()
    for (let searched = 1; searched <= 53; searched += 1) await save(`演示${searched}`)
    const stored = (await names()).map((item) => item.companyName)
    expect(stored).toHaveLength(50)
    expect([stored[0], stored.at(-1)]).toEqual(['演示53', '演示4'])
  })

  it('answers the deletion of another user’s entry like that of an unknown one, and does not delete it', async () => {
    const { test, token, save, names } = await open()
    await save('甲')
    const [own] = await names()
    const other = await signIn(test)
    const remove = (id: string) => call(test.app, 'deleteSearchHistory', { id }, { token: other.token })
    const [foreign, missing] = [await remove(own?.id ?? ''), await remove('s-none')]
    expect({ ...foreign, headers: null }).toEqual({ ...missing, headers: null })
    expect(await names()).toHaveLength(1)
    await call(test.app, 'deleteAllSearchHistory', {}, { token: other.token })
    expect(await names()).toHaveLength(1)
    await call(test.app, 'deleteSearchHistory', { id: own?.id ?? '' }, { token })
    expect(await names()).toHaveLength(0)
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('search history', (freshDatabase) => {
  const open = openSearches(freshDatabase)

  it('stores ten concurrent saves of one name once', async () => {
    const { save, names } = await open()
    const saved = await Promise.all(Array.from({ length: 10 }, () => save('甲')))
    expect(saved.every((answer) => answer.code === 0)).toBe(true)
    expect(await names()).toHaveLength(1)
  })
})

describeDatabases('view history', (freshDatabase) => {
  async function open() {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const companies = await fillStore(db, test)
    const { token } = await signIn(test)
    const view = (id: string, as = token) => call(test.app, 'companyDetail', { id }, { token: as })
    const seen = async (as = token) => (await call(test.app, 'recentBrowseList', {}, { token: as })).data ?? []
    return { db, test, token, view, seen, ids: companies.map((company) => company.id) }
  }

  it('contains the companies opened with a session, newest first, each once', async () => {
    const { view, seen, ids } = await open()
    const [a = '', b = ''] = ids
    for (const id of [a, b, a]) await view(id)
    expect((await seen()).map((row) => row.id)).toEqual([a, b])
  })

  it('does not contain views of visitors, which are counted', async () => {
    const { test, seen, ids } = await open()
    const [id = ''] = ids
    await call(test.app, 'companyDetail', { id })
    const second = await call(test.app, 'companyDetail', { id })
    expect(second.data?.viewCount).toBe(2)
    expect(await seen()).toEqual([])
  })

  it('counts the first view of a company by a user, and no repeated one', async () => {
    const { test, view, ids } = await open()
    const [id = ''] = ids
    expect((await view(id)).data?.viewCount).toBe(1)
    expect((await view(id)).data?.viewCount).toBe(1)
    const other = await signIn(test)
    expect((await view(id, other.token)).data?.viewCount).toBe(2)
  })

  it('stores two hundred, returns ten for the home page and pages of the rest', async () => {
    const { db, test, token, view } = await open()
    const companies = Array.from({ length: 203 }, () => buildCompany())
    await insertCompanies(db, companies)
    for (const { row } of companies) await view(row.id)
    const page = (number: number) => call(test.app, 'recentBrowseDetail', { page: number, pageSize: 20 }, { token })
    expect((await call(test.app, 'recentBrowseList', {}, { token })).data).toHaveLength(10)
    expect((await page(1)).data?.[0]?.id).toBe(companies.at(-1)?.row.id)
    expect((await page(10)).data).toHaveLength(20)
    expect((await page(11)).data).toHaveLength(0)
    expect((await call(test.app, 'historyCounts', {}, { token })).data).toEqual({ viewed: 200, searched: 0 })
  })

  it('is deleted only by its owner', async () => {
    const { test, token, view, seen, ids } = await open()
    const [a = '', b = ''] = ids
    for (const id of [a, b]) await view(id)
    const other = await signIn(test)
    await call(test.app, 'deleteViewHistory', { companyId: a }, { token: other.token })
    await call(test.app, 'deleteAllViewHistory', {}, { token: other.token })
    expect(await seen()).toHaveLength(2)
    await call(test.app, 'deleteViewHistory', { companyId: a }, { token })
    expect((await seen()).map((row) => row.id)).toEqual([b])
    await call(test.app, 'deleteAllViewHistory', {}, { token })
    expect(await seen()).toEqual([])
  })

  it('is stored when the application closes', async () => {
    const { db, test, view, ids } = await open()
    await view(ids[0] ?? '')
    await test.app.close()
    expect(await db.selectFrom('view_history').selectAll().execute()).toHaveLength(1)
    expect(await db.selectFrom('company_views').select('views').execute()).toEqual([{ views: 1 }])
  })
})
