import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildSource } from '../../../test/builders/companies.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

describeBothDatabases('the database', (freshDatabase) => {
  it('is unchanged when the migrations run again', async () => {
    const { db } = await freshDatabase()
    await migrate(db)
    expect(await db.selectFrom('company').selectAll().execute()).toEqual([])
  })

  it('returns counts as numbers, not as text', async () => {
    const { db } = await freshDatabase()
    const row = await db.selectFrom('company').select(db.fn.countAll<number>().as('companies')).executeTakeFirst()
    expect(row?.companies).toBe(0)
  })

  it('sorts keys by code point in every locale', async () => {
    const { db } = await freshDatabase()
    const { rows } = await sql<{ ordered: string }>`
      select company_id as ordered from
        (select id as company_id from company union all select 'b' union all select 'B' union all select '比') as keys
      order by 1`.execute(db)
    expect(rows.map((row) => row.ordered)).toEqual(['B', 'b', '比'])
  })

  it('enforces foreign keys', async () => {
    const { db } = await freshDatabase()
    const orphan = { scheme: 's', source_key: 'k', company_id: 'missing' }
    await expect(db.insertInto('company_key').values(orphan).execute()).rejects.toThrow(/foreign key/i)
  })

  it('reads committed rows while a transaction is open', async () => {
    const { db } = await freshDatabase()
    const sources = () => db.selectFrom('source').select('id').execute()
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('source')
        .values(buildSource({ id: 'within' }))
        .execute()
      expect(await sources()).toEqual([])
      expect(await tx.selectFrom('source').select('id').execute()).toEqual([{ id: 'within' }])
    })
    expect(await sources()).toEqual([{ id: 'within' }])
  })

  it('rolls back a failed transaction', async () => {
    const { db } = await freshDatabase()
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('source').values(buildSource()).execute()
      await tx.insertInto('source').values(buildSource()).execute()
    })
    await expect(failing).rejects.toThrow(/unique/i)
    expect(await db.selectFrom('source').select('id').execute()).toEqual([])
  })
})

/** Opens one file twice, like two processes. */
async function openTwice() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-test-'))
  const open = () => {
    const opened = openDatabase({ dataDir })
    if (opened.kind !== 'sqlite') throw new Error('SQLite without a DATABASE_URL')
    return opened
  }
  const [database, another] = [open(), open()]
  onTestFinished(async () => {
    await database.close()
    await another.close()
    await rm(dataDir, { recursive: true })
  })
  await migrate(database.db)
  return { database, another }
}

describe('the database (sqlite)', () => {
  it('reads while a write waits for another process', async () => {
    const { database, another } = await openTwice()
    another.sqlite.exec('begin immediate')
    const write = database.db.insertInto('source').values(buildSource()).execute()
    expect(await database.db.selectFrom('source').select('id').execute()).toEqual([])
    another.sqlite.exec('commit')
    await write
    expect(await database.db.selectFrom('source').select('id').execute()).toEqual([{ id: 'test' }])
  })

  it('rejects a failed write with the error code of the driver', async () => {
    const { database } = await openTwice()
    const write = () => database.db.insertInto('source').values(buildSource()).execute()
    await write()
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
  })
})
