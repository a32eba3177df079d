import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyStore } from '../../../test/databases/databases.ts'
import { usePostgresPrograms } from '../../../test/engines/postgres-programs.ts'
import { runAdminProgram, temporaryFolder } from '../../../test/process/server-process.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

beforeAll(usePostgresPrograms)

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
