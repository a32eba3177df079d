import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { estimateCompanies } from './portable-sql.ts'

describeBothDatabases('the estimated number of companies', (freshDatabase) => {
  it('has the right order of magnitude', async () => {
    const { db } = await freshDatabase()
    await insertCompanies(
      db,
      Array.from({ length: 1_000 }, (_, at) => buildCompany({ name: `演示第${at}号有限公司` })),
    )
    const estimated = await estimateCompanies(db)
    expect(estimated).toBeGreaterThan(100)
    expect(estimated).toBeLessThan(10_000)
  })
})
