import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { systemClock } from '../domain/clock.ts'
import { createOperatorAudit } from './audit.ts'
import { systemRandom } from './crypto/system-random.ts'
import { isPostgres } from './database/portable-sql.ts'

const DAY = 86_400_000
const RETENTION_DAYS = 3 * 365

describeDatabases('the audit of operators', (freshDatabase) => {
  async function withRow(daysAgo: number) {
    const { db } = await freshDatabase()
    const now = systemClock.now() - daysAgo * DAY
    const append = createOperatorAudit({ clock: { now: () => now }, random: systemRandom })
    const step = { operator: 'cli:tester', subject: 's', before: null, after: null, reason: null } as const
    await append(db, { ...step, action: 'updatesDone' })
    const rows = () => db.selectFrom('operator_audit').selectAll().execute()
    return { db, rows, row: (await rows())[0] }
  }

  it('refuses to delete, change and replace a row within its retention', async () => {
    const { db, rows, row } = await withRow(RETENTION_DAYS - 2)
    const refused = /append-only/
    await expect(db.deleteFrom('operator_audit').execute()).rejects.toThrow(refused)
    await expect(db.updateTable('operator_audit').set({ at: 0 }).execute()).rejects.toThrow(refused)
    for (const [column, id] of [
      ['id', 'id'],
      ['number', "'p-another'"],
    ] as const) {
      const into = sql.raw(`into operator_audit (id, number, at, operator, action, subject)
        select ${id}, number, 0, 'x', action, subject from operator_audit where true`)
      const replaced = isPostgres(db)
        ? sql`insert ${into} on conflict (${sql.ref(column)}) do update set at = 0`
        : sql`insert or replace ${into}`
      await expect(replaced.execute(db)).rejects.toThrow(refused)
    }
    expect(await rows()).toEqual([row])
  })

  it('loses a row after its retention', async () => {
    const { db, rows } = await withRow(RETENTION_DAYS + 1)
    await db.deleteFrom('operator_audit').execute()
    expect(await rows()).toEqual([])
  })
})
