import { expect, it, onTestFinished } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../test/builders.ts'
import { buildQuery } from '../../test/builders-search.ts'
import { makeIndexDirectory, openSearchOver } from '../../test/company-search.local.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { loadReferenceData } from '../platform/reference-data.ts'

const clock = { now: () => BUILT_AT }
const reference = loadReferenceData({ demo: true })

async function openOver({ db }: TestDatabase) {
  const { directory, remove } = await makeIndexDirectory()
  const search = openSearchOver({ directory, source: createCompanySource({ db, clock, reference, includeDemo: true }) })
  onTestFinished(remove)
  return search
}

describeDatabases('an index over a store', (freshDatabase) => {
  it('follows what is stored, and two of them in two directories find the same', async () => {
    const database = await freshDatabase()
    const companies = Array.from({ length: 118 }, (_, index) =>
      buildCompany({ name: `演示星河第${index % 50}有限公司` }),
    )
    await insertCompanies(database.db, companies.slice(0, 110))
    const [one, other] = [await openOver(database), await openOver(database)]
    await one.refresh()
    await insertCompanies(database.db, companies.slice(110, 115))
    await Promise.all([one.refresh(), other.refresh()])
    await insertCompanies(database.db, companies.slice(115))
    const id = companies[3]?.row.id ?? ''
    await database.db.updateTable('company').set({ name: '演示飞鱼有限公司' }).where('id', '=', id).execute()
    await database.db.insertInto('company_change').values({ company_id: id, at: 1 }).execute()
    await database.db
      .deleteFrom('company')
      .where('id', '=', companies[4]?.row.id ?? '')
      .execute()
    await database.db
      .insertInto('company_change')
      .values({ company_id: companies[4]?.row.id ?? '', at: 1 })
      .execute()
    await Promise.all([one.refresh(), other.refresh()])
    for (const keyword of ['演示', '星河', '飞鱼', '第4', '星']) {
      const query = buildQuery(keyword, { limit: 200 })
      expect(await one.search(query)).toEqual(await other.search(query))
    }
    expect((await one.search(buildQuery('飞鱼'))).hits.map(({ companyId }) => companyId)).toEqual([id])
    expect([one, other].map((search) => search.state().companies)).toEqual([117, 117])
    expect(one.state().layers).toBeGreaterThan(1)
  })
})
