import { expect, it } from 'vitest'
import { buildCompany, buildSource, insertCompanies } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { compileOnce, estimateCompanies } from './portable-sql.ts'

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

describeBothDatabases('a query compiled once', (freshDatabase) => {
  it('gets new values for each execution and retains its constants', async () => {
    const { db } = await freshDatabase()
    for (const id of ['a', 'b', 'c']) {
      await db
        .insertInto('source')
        .values(buildSource({ id, kind: id === 'c' ? 'demo' : 'register' }))
        .execute()
    }
    let built = 0
    const find = compileOnce(db, (ids) => {
      built += 1
      return db.selectFrom('source').select('id').where('kind', '!=', 'demo').where('id', 'in', ids).orderBy('id')
    })
    expect(await find(['a', 'b'])).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(await find(['b', 'c'])).toEqual([{ id: 'b' }])
    expect(await find(['a'])).toEqual([{ id: 'a' }])
    expect(built).toBe(2)
  })
})
