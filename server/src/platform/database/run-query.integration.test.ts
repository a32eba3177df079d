import { expect, it } from 'vitest'
import { buildSource } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { compileOnce } from './run-query.ts'

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
