import type { Party } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { isShown, outcomeForCompany, type VisibilityFacts, visibilityInSql, visibilityOf } from './shown-record.ts'

const party = (cid: string, statement: string | null): Party => ({
  role: '原告',
  name: '演示有限公司',
  type: 1,
  cid,
  statement,
})
const judgment = recordKinds.judicialDocument

it.each([
  ['胜诉', '胜诉', '胜诉'],
  ['胜诉', '败诉', '败诉'],
  [null, '败诉', '败诉'],
  // No winner is stated.
  ['胜诉', null, null],
  ['撤诉', null, '撤诉'],
  ['撤诉', '判令支付货款', '撤诉'],
])('an outcome stated as %s, with %s stated for the company, is %s for it', (outcome, statement, expected) => {
  const fields = { outcome, parties: [party('c-1', statement), party('c-2', '胜诉')] }
  expect(outcomeForCompany(judgment, fields, 'c-1')['outcome']).toBe(expected)
})

it('removes a victory when the record is shown for no company', () => {
  expect(outcomeForCompany(judgment, { outcome: '胜诉', parties: [party('c-1', '胜诉')] }, null)['outcome']).toBeNull()
})

it('leaves kinds and outcomes without such a word unchanged', () => {
  const fields = { outcome: '胜诉' }
  expect(outcomeForCompany(recordKinds.courtAnnouncement, fields, 'c-1')).toBe(fields)
  expect(outcomeForCompany(judgment, { cause: '买卖合同纠纷' }, 'c-1')).toEqual({ cause: '买卖合同纠纷' })
})

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
