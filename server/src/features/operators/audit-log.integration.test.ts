import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  describeBothDatabases,
  describeDatabases,
  type FreshDatabase,
  type TestDatabase,
} from '../../../test/databases/databases.ts'
import { type Clock, systemClock } from '../../domain/clock.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { eraseOldAudit, verifyAuditChain } from './audit-log.service.ts'

const appendAt = (clock: Clock) => createOperatorAudit({ clock, random: systemRandom, origin: () => '10.8.0.12' })
const append = appendAt(systemClock)

const write = ({ db }: TestDatabase, subject: string, clock = systemClock) =>
  db.transaction().execute((tx) =>
    appendAt(clock)(tx, {
      operator: 'desk:演示甲',
      action: 'updatesDone',
      subject,
      before: { requests: 1 },
      after: null,
      reason: '演示',
    }),
  )

/** Runs statements as a person with all rights on the database, who disables its triggers. */
async function tamper({ db }: TestDatabase, statements: readonly string[]) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  // Files of tests share a PostgreSQL database, which keeps its triggers.
  if (isPostgres(db)) await run('alter table operator_audit disable trigger user')
  else for (const trigger of ['append_only', 'retained']) await run(`drop trigger operator_audit_${trigger}`)
  for (const statement of statements) await run(statement)
  if (isPostgres(db)) await run('alter table operator_audit enable trigger user')
}

const numbers = async ({ db }: TestDatabase) =>
  (await db.selectFrom('operator_audit').select('number').orderBy('number').execute()).map(({ number }) => number)

/** A store whose audit has four rows. */
const openChains = (freshDatabase: FreshDatabase) => async () => {
  const database = await freshDatabase()
  for (const subject of ['a', 'b', 'c', 'd']) await write(database, subject)
  return database
}

describeDatabases('the chain of the audit', (freshDatabase) => {
  const withRows = openChains(freshDatabase)

  describe('is broken by', () => {
    const tampered: [string, string[], unknown][] = [
      [
        'a changed reason',
        ["update operator_audit set reason = '别的' where number = 2"],
        { type: 'changed', number: 2 },
      ],
      [
        'a changed last row',
        ["update operator_audit set subject = 'x' where number = 4"],
        { type: 'changed', number: 4 },
      ],
      [
        'another address',
        ["update operator_audit set origin = '10.0.0.1' where number = 3"],
        { type: 'changed', number: 3 },
      ],
      ['a deleted first row', ['delete from operator_audit where number = 1'], { type: 'missing', number: 1 }],
      ['a deleted row', ['delete from operator_audit where number = 3'], { type: 'missing', number: 3 }],
      ['a deleted last row', ['delete from operator_audit where number = 4'], { type: 'missing', number: 4 }],
      [
        'two swapped rows',
        [
          'update operator_audit set number = 9 where number = 2',
          'update operator_audit set number = 2 where number = 3',
          'update operator_audit set number = 3 where number = 9',
        ],
        { type: 'changed', number: 1 },
      ],
    ]
    it.each(tampered)('%s', async (_name, statements, flaw) => {
      const database = await withRows()
      await tamper(database, statements)
      const found = await verifyAuditChain(database.db)
      expect(found.flaw).toEqual(flaw)
    })
  })

  describe('when the retention erases rows', () => {
    const YEARS = 4 * 365 * 86_400_000
    const now = systemClock.now()

    /** Rows of given ages. */
    async function withAges(ages: readonly number[]) {
      const database = await freshDatabase()
      for (const [at, age] of ages.entries()) await write(database, `s${at}`, { now: () => now - age })
      return database
    }

    it('stays whole', async () => {
      const database = await withAges([YEARS, YEARS, 0, 0])
      for (let runs = 0; runs < 2; runs += 1) await eraseOldAudit(database.db, now - YEARS + 1)
      expect(await numbers(database)).toEqual([3, 4])
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 2, flaw: null })
      await write(database, 'later')
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 3, flaw: null })
    })

    it('stays whole without any row', async () => {
      const database = await withAges([YEARS, YEARS])
      await eraseOldAudit(database.db, now - YEARS + 1)
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 0, flaw: null })
      await write(database, 'later')
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 1, flaw: null })
    })

    it('keeps old rows after the first newer one', async () => {
      const database = await withAges([YEARS, 0, YEARS, 0])
      await eraseOldAudit(database.db, now - YEARS + 1)
      expect(await numbers(database)).toEqual([2, 3, 4])
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 3, flaw: null })
    })

    it('is broken by a newer row that is deleted after those', async () => {
      const database = await withAges([YEARS, YEARS, 0, 0])
      await eraseOldAudit(database.db, now - YEARS + 1)
      await tamper(database, ['delete from operator_audit where number = 3'])
      expect(await verifyAuditChain(database.db)).toEqual({ rows: 0, flaw: { type: 'missing', number: 3 } })
    })
  })
})

// Concurrent and failing writes depend on the database.
describeBothDatabases('the chain of the audit', (freshDatabase) => {
  const withRows = openChains(freshDatabase)

  it('is whole after twenty operators have written at the same time, without a gap', async () => {
    const database = await freshDatabase()
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(database, `s${at}`)))
    const rows = await database.db.selectFrom('operator_audit').selectAll().orderBy('number').execute()
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(rows.every(({ origin }) => origin === '10.8.0.12')).toBe(true)
    expect(await verifyAuditChain(database.db)).toEqual({ rows: 20, flaw: null })
  })

  it('stores no row of a change that is rolled back', async () => {
    const database = await withRows()
    const step = {
      operator: 'x',
      action: 'updatesDone',
      subject: 'e',
      before: null,
      after: null,
      reason: null,
    } as const
    const failing = database.db.transaction().execute(async (tx) => {
      await append(tx, step)
      throw new Error('a change that fails')
    })
    await expect(failing).rejects.toThrow('a change that fails')
    expect(await verifyAuditChain(database.db)).toEqual({ rows: 4, flaw: null })
  })
})
