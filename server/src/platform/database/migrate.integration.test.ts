import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { factColumnTypes } from '../../domain/company/fact-columns.ts'
import type { Database } from './database.ts'
import { describeDatabaseFailure } from './describe-failure.ts'
import { createMigrator, INITIAL, knownMigrations, migrate } from './migrate.ts'
import { holdingsByBothCompanies } from './migrations/0011-holdings-by-both-companies.ts'
import { openDatabase } from './open-database.ts'

const openEmpty = {
  sqlite: async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-test-'))
    const database = openDatabase({ dataDir })
    onTestFinished(async () => {
      await database.close()
      await rm(dataDir, { recursive: true })
    })
    return database.db
  },
  postgres: async () => {
    const serverUrl = inject('postgresUrl')
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const server = openDatabase({ databaseUrl: serverUrl, dataDir: tmpdir() }, { statementLimit: null })
    await sql`create database ${sql.id(name)}`.execute(server.db)
    const database = openDatabase({ databaseUrl: url.href, dataDir: tmpdir() }, { statementLimit: null })
    onTestFinished(async () => {
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.db)
      await server.close()
    })
    return database.db
  },
}

/** Names of the migrations of version 0.1.0, whose schema is the present one. */
const before = [
  '0001-companies',
  ...Array.from({ length: 26 }, (_, at) => `${String(at + 2).padStart(4, '0')}-of-0-1`),
  '0028-record-coverage',
]

/** A store as 0.1.0 left it, after as many of its migrations. */
async function openBefore(kind: keyof typeof openEmpty, migrations = before.length) {
  const db = await openEmpty[kind]()
  await createMigrator(db).migrateTo(INITIAL)
  await sql`delete from kysely_migration`.execute(db)
  for (const name of before.slice(0, migrations)) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-01')`.execute(db)
  }
  await db.insertInto('limit_bucket').values({ key: 'kept', full_at: 1 }).execute()
  return db
}

const namesIn = async (db: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

describe.each(['sqlite', 'postgres'] as const)('migrating a store (%s)', (kind) => {
  it('has a column for each column of a company fact', async () => {
    const db = await openEmpty[kind]()
    await migrate(db)
    const tables = await db.introspection.getTables()
    const company = tables.find(({ name }) => name === 'company')
    expect(company?.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(factColumnTypes)))
  })

  it('goes on with a complete store of 0.1.0, also when two processes start at once', async () => {
    const db = await openBefore(kind)
    await Promise.all([migrate(db), migrate(db)])
    await migrate(db)
    expect(await namesIn(db)).toEqual(knownMigrations)
    expect(await db.selectFrom('limit_bucket').select('key').execute()).toEqual([{ key: 'kept' }])
  })

  it('stores the holdings of an earlier store under their other company too', async () => {
    const db = await openEmpty[kind]()
    await migrate(db)
    const fields = { name: '演示控股有限公司', creditCode: '91990001MA0TE5T16H', percent: 60 }
    const built = buildRecord({ kind: 'shareholderInfo', subjects: [{ name: '演示贸易有限公司' }], fields })
    await insertRecords(db, [built])
    const rowsOf = () => db.selectFrom('record_subject').selectAll().orderBy('subject_key').execute()
    const [record, rows] = [await db.selectFrom('record').selectAll().execute(), await rowsOf()]
    await db.deleteFrom('record_subject').where('subject_key', 'like', 'h:%').execute()
    await db.updateTable('record').set({ subjects: '[["n:演示贸易有限公司",null]]' }).execute()
    await holdingsByBothCompanies.up(db)
    await holdingsByBothCompanies.up(db)
    expect([await db.selectFrom('record').selectAll().execute(), await rowsOf()]).toEqual([record, rows])
    expect(rows).toHaveLength(2)
  })

  it('refuses an older store with one sentence, and changes nothing', async () => {
    const db = await openBefore(kind, 13)
    const failure = await migrate(db).catch((error: unknown) => error)
    expect(describeDatabaseFailure(failure, { dataDir: '.' })).toMatch(/^这份数据由早于 0.1.0 .+请先用 0.1.0 启动一次/)
    expect(await namesIn(db)).toEqual(before.slice(0, 13))
  })
})

describe('a store of 0.1.0 on PostgreSQL', () => {
  it.each([
    ['whose records are being copied into partitions', 'create table partition_copy (table_name text)'],
    ['whose records are in no partitions', 'drop table record; create table record (id text)'],
  ])('%s is refused with one sentence', async (_, statements) => {
    const db = await openBefore('postgres')
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(db)
    const failure = await migrate(db).catch((error: unknown) => error)
    expect(describeDatabaseFailure(failure, { dataDir: '.' })).toMatch(/^0.1.0 还没有把记录移入分区/)
    expect(await namesIn(db)).toEqual(before)
  })
})
