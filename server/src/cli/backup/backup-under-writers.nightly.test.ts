import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases, emptyStore } from '../../../test/databases/databases.ts'
import { tableContents } from '../../../test/databases/table-contents.ts'
import { usePostgresPrograms } from '../../../test/engines/built-tool.ts'
import { runAdminProgram, temporaryFolder } from '../../../test/process/server-process.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

beforeAll(usePostgresPrograms)

const WRITERS = 16

/** Adds a company with a name in one transaction, which takes the next revision; `prominence` is the revision. */
const addCompany = (db: Database, writer: number) =>
  db.transaction().execute(async (tx) => {
    const { revision } = await tx
      .updateTable('record_revision')
      .set((of) => ({ revision: of('revision', '+', 1) }))
      .returning('revision')
      .executeTakeFirstOrThrow()
    const names = [{ kind: 'former' as const, value: `演示旧名${revision}有限公司` }]
    const id = `c-written-${revision}`
    await insertCompanies(tx, [
      buildCompany({ id, name: `演示${writer}号${revision}有限公司`, prominence: revision, names }),
    ])
    return revision
  })

/** Writes until `stop`. `acknowledged` has the revisions whose commit was answered. */
function startWriters(db: Database) {
  const acknowledged: number[] = []
  const state = { isWriting: true }
  const write = async (writer: number) => {
    while (state.isWriting) acknowledged.push(await addCompany(db, writer))
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  const stop = async () => {
    state.isWriting = false
    await Promise.all(writers)
  }
  return { acknowledged, stop }
}

/** Rows of the tables that writers change, up to a revision. */
function writtenUpTo(contents: Record<string, string[]>, revision: number) {
  const isWritten = (row: string) => Number(/c-written-(\d+)"/.exec(row)?.[1]) <= revision
  return ['company', 'company_name', 'company_change'].map((table) => (contents[table] ?? []).filter(isWritten))
}

describeDatabases('a backup under 16 writers', (freshDatabase) => {
  it('has every row acknowledged before it began, and is one moment of all tables', async () => {
    const database = await freshDatabase()
    const { db, location, kind } = database
    const folder = path.join(temporaryFolder(), 'backup')
    const writers = startWriters(db)
    await expect.poll(() => writers.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(200)
    const before = [...writers.acknowledged]
    expect(await runAdminProgram(['backup', folder], location)).toEqual({ code: 0, errors: '' })
    const during = writers.acknowledged.length - before.length
    await writers.stop()
    expect(during).toBeGreaterThan(WRITERS)

    const target = await emptyStore(kind)
    expect(await runAdminProgram(['restore', folder], target)).toEqual({ code: 0, errors: '' })
    const restored = openDatabase(target)
    const contents = await tableContents(restored)
    const { revision } = await restored.db.selectFrom('record_revision').select('revision').executeTakeFirstOrThrow()
    expect(revision).toBeGreaterThanOrEqual(Math.max(...before))
    expect(contents['company']).toHaveLength(revision)
    expect(contents['company_name']).toHaveLength(revision)
    expect(writtenUpTo(contents, Number.POSITIVE_INFINITY)).toEqual(
      writtenUpTo(await tableContents(database), revision),
    )
    if (kind === 'sqlite') expect((await sql`pragma foreign_key_check`.execute(restored.db)).rows).toEqual([])
    await restored.close()
  })
})

const ROWS = 500
const BACKUPS = 3

/** Moves all rows into a new table and gives it the name of the old one, as a migration may do while the server runs. */
const replaceTable = (db: Database) =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 1000`.execute(tx)
    await sql`create table moved (like update_request including all)`.execute(tx)
    await sql`insert into moved select * from update_request`.execute(tx)
    await sql`drop table update_request`.execute(tx)
    await sql`alter table moved rename to update_request`.execute(tx)
  })

describe('a backup while a table is replaced (postgres)', () => {
  it('has all rows of the table', async () => {
    const location = await emptyStore('postgres')
    const database = openDatabase(location)
    const { db } = database
    await migrate(db)
    await sql`insert into update_request select 'c-' || at, 'u-' || at, at from generate_series(1, ${sql.lit(ROWS)}) at`.execute(
      db,
    )
    const folder = temporaryFolder()
    const state = { isRunning: true, replaced: 0 }
    const replacing = (async () => {
      while (state.isRunning) {
        // A backup that reads the table lets the replacement fail, which is tried again.
        const isReplaced = await replaceTable(db).then(
          () => true,
          () => false,
        )
        if (isReplaced) state.replaced += 1
      }
    })()
    for (let at = 0; at < BACKUPS; at += 1) {
      const backup = path.join(folder, String(at))
      expect(await runAdminProgram(['backup', backup], location)).toEqual({ code: 0, errors: '' })
      const target = await emptyStore('postgres')
      expect(await runAdminProgram(['restore', backup], target)).toEqual({ code: 0, errors: '' })
      const restored = openDatabase(target)
      expect(await restored.db.selectFrom('update_request').selectAll().execute()).toHaveLength(ROWS)
      await restored.close()
    }
    state.isRunning = false
    await replacing
    await database.close()
    expect(state.replaced).toBeGreaterThan(BACKUPS)
  })
})
