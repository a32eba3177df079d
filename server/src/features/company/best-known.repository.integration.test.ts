import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { createBestKnownCompanies, readCompanyRevision } from './best-known.repository.ts'

describeBothDatabases('the best-known companies', (freshDatabase) => {
  it('are those with the smallest static rank, whatever the order of their ids', async () => {
    const { db } = await freshDatabase()
    const companies = [700, 20, 600, 10, 20, 900, 5].map((prominence, at) =>
      buildCompany({ id: `c-rank-${at}`, prominence, is_demo: at === 6 ? 1 : 0 }),
    )
    await insertCompanies(db, companies)
    const list = (includeDemo: boolean) => createBestKnownCompanies({ db, includeDemo, slice: 2 })(3)
    expect(await list(false)).toEqual(['c-rank-3', 'c-rank-1', 'c-rank-4'])
    expect(await list(true)).toEqual(['c-rank-6', 'c-rank-3', 'c-rank-1'])
  })

  it('have a revision that grows with each change of a company', async () => {
    const { db } = await freshDatabase()
    expect(await readCompanyRevision(db)).toBe(0)
    await insertCompanies(db, [buildCompany()])
    expect(await readCompanyRevision(db)).toBeGreaterThan(0)
  })
})
