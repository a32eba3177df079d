import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { isShown, type VisibilityFacts, visibilityInSql, visibilityOf } from './record-visibility.ts'

const today = '2026-06-30'
const days = [null, '2026-06-29', today, '2026-07-01']

/** All combinations of the deciding facts. */
const all: VisibilityFacts[] = (['current', 'history', 'disputed', 'withdrawn'] as const).flatMap((standing) =>
  days.flatMap((display_until) =>
    days.flatMap((removed_on) =>
      ([0, 1] as const).flatMap((is_disputed) =>
        ([0, 1] as const).map((is_hidden) => ({ standing, display_until, removed_on, is_disputed, is_hidden })),
      ),
    ),
  ),
)

describeBothDatabases('the view of a record', (freshDatabase) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })

  it('is the same in SQL and in TypeScript', async () => {
    const { db } = database
    const row = { subject_key: 'c:1', kind: 'punishment', identity: null, severity: 1, published_on: null } as const
    const rows = all.map((facts, at) => ({
      ...row,
      ...facts,
      record_id: String(at),
      facets: '',
      cases: '',
      sort_value: null,
    }))
    await db.insertInto('record_subject').values(rows).execute()
    const found = await db
      .selectFrom('record_subject')
      .select([
        'record_id',
        visibilityInSql(today).as('view'),
        sql<number>`case when ${isShown(today)} then 1 else 0 end`.as('shown'),
      ])
      .execute()
    expect(found).toHaveLength(all.length)
    for (const { record_id, view, shown } of found) {
      const facts = all[Number(record_id)]
      if (facts === undefined) throw new Error(record_id)
      expect({ ...facts, view: shown === 1 ? view : null }).toEqual({ ...facts, view: visibilityOf(facts, today) })
    }
  })
})
