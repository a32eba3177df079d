import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'

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
