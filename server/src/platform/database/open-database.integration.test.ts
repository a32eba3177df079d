import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases.ts'
import { migrate } from './migrate.ts'

describeDatabases('the store', (freshDatabase) => {
  it('takes its migrations again without a change', async () => {
    const { db } = await freshDatabase()
    await migrate(db)
    expect(await db.selectFrom('company').selectAll().execute()).toEqual([])
  })

  it('counts in numbers, not in text', async () => {
    const { db } = await freshDatabase()
    const row = await db.selectFrom('company').select(db.fn.countAll<number>().as('companies')).executeTakeFirst()
    expect(row?.companies).toBe(0)
  })

  it('orders keys by code point, whatever the locale', async () => {
    const { db } = await freshDatabase()
    const { rows } = await sql<{ ordered: string }>`
      select company_id as ordered from
        (select id as company_id from company union all select 'b' union all select 'B' union all select '比') as keys
      order by 1`.execute(db)
    expect(rows.map((row) => row.ordered)).toEqual(['B', 'b', '比'])
  })

  it('keeps foreign keys', async () => {
    const { db } = await freshDatabase()
    const orphan = { scheme: 's', source_key: 'k', company_id: 'missing' }
    await expect(db.insertInto('company_key').values(orphan).execute()).rejects.toThrow(/foreign key/i)
  })
})
