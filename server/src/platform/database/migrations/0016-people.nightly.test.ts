import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../../test/databases/faulty-database.ts'
import { dumpRecords, importRecords } from '../../../../test/importers/import-records.ts'
import { createMigrator } from '../migrate.ts'
import { people } from './0016-people.ts'

/** More than one step of the migration. */
const LISTINGS = 1_050

const listing = (at: number) => ({
  name: at % 50 === 0 ? `第${at}演示有限公司` : `演示${String.fromCodePoint(0x4e00 + (at % 400))}`,
  subjectType: at % 50 === 0 ? '企业' : '自然人',
  ...(at % 3 > 0 && { certNo: `990001********${String(at).padStart(4, '0')}` }),
  caseNo: `（2025）演0101执${at}号`,
  court: '演示市示例区人民法院',
  province: '演示东省',
  publishDate: '2025-05-06',
  ...(at % 7 === 0 && { recordStatus: '已移出', removedAt: '2025-09-01', removedReason: '已履行完毕' }),
})

const withoutPersons = (subjects: string): string =>
  JSON.stringify(JSON.parse(subjects).filter(([key]: [string]) => !key.startsWith('p:')))

/** The listings as a store from before the migration has them: persons have no key. */
async function removePersonKeys({ db }: TestDatabase) {
  await db.deleteFrom('record_subject').where('subject_key', 'like', 'p:%').execute()
  for (const { id, subjects } of await db.selectFrom('record').select(['id', 'subjects']).execute()) {
    if (subjects.includes('"p:')) {
      await db
        .updateTable('record')
        .set({ subjects: withoutPersons(subjects) })
        .where('id', '=', id)
        .execute()
    }
  }
  for (const row of await db.selectFrom('record_source').selectAll().execute()) {
    const statement = JSON.parse(row.statement)
    await db
      .updateTable('record_source')
      .set({ statement: JSON.stringify({ ...statement, subjects: withoutPersons(statement.subjects) }) })
      .where('record_id', '=', row.record_id)
      .where('source_id', '=', row.source_id)
      .execute()
  }
}

/** Forgets this migration and the later ones, as a store has it that the previous version last started on. */
async function forgetMigration({ db }: TestDatabase) {
  await sql`drop index subject_name_subject`.execute(db)
  await sql`delete from kysely_migration where name >= '0016'`.execute(db)
}

/** Everything stored of records. Nothing reads the case numbers under the key of a person, so that the migration adds none. */
async function stored({ db }: TestDatabase) {
  await db.updateTable('record_subject').set({ cases: '' }).where('subject_key', 'like', 'p:%').execute()
  return dumpRecords(db)
}

describeDatabases('the keys of persons', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const rows = Array.from({ length: LISTINGS }, (_, at) => listing(at))
    await importRecords(database, 'dishonestExecutor', rows)
    await importRecords(database, 'dishonestExecutor', rows.slice(0, 30), { sourceId: 'demo-b' })
    return { database, complete: await stored(database) }
  }

  it('are complete after the next start, wherever the migration was interrupted', async () => {
    const { database, complete } = await open()
    // Within the first record, between records, between steps, and within the last one.
    for (const writes of [0, 1, 2, 3, 4, 500, 2_000, 2_100]) {
      await removePersonKeys(database)
      const { db, fillAfter } = openFaultyDatabase(database)
      fillAfter(writes)
      // Without a transaction, so that every write before the interruption stays.
      await expect(people.up(db), `${writes} writes`).rejects.toThrow('database error')
      await people.up(database.db)
      expect(await stored(database), `${writes} writes`).toEqual(complete)
    }
  }, 120_000)

  it('are added by the start after an interrupted one', async () => {
    const { database, complete } = await open()
    await removePersonKeys(database)
    await forgetMigration(database)
    for (const writes of [1, 500, 2_100]) {
      const { db, fillAfter } = openFaultyDatabase(database)
      fillAfter(writes)
      // The tables of later migrations exist.
      const { error } = await createMigrator(db).migrateTo('0016-people')
      expect(error, `${writes} writes`).toBeDefined()
    }
    expect((await createMigrator(database.db).migrateTo('0016-people')).error).toBeUndefined()
    expect(await stored(database)).toEqual(complete)
  }, 120_000)
})
