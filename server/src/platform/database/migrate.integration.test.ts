import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { factColumnTypes } from '../../domain/company/fact-columns.ts'
import type { Database } from './database.ts'
import { describeDatabaseFailure } from './describe-failure.ts'
import { knownMigrations, migrate } from './migrate.ts'
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

/** Names of migrations of the last version before 1.0.0, whose schema is the present one. */
const before = ['0001-initial', '0022-statement-order', '0025-continued-reports']

/** A store as an earlier version left it. */
async function openBefore(kind: keyof typeof openEmpty, names: readonly string[]) {
  const db = await openEmpty[kind]()
  await migrate(db)
  await sql`delete from kysely_migration`.execute(db)
  for (const name of names) {
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

  it('goes on with a store of the last version before 1.0.0, also when two processes start at once', async () => {
    const db = await openBefore(kind, before)
    await Promise.all([migrate(db), migrate(db)])
    await migrate(db)
    expect(await namesIn(db)).toEqual(knownMigrations)
    expect(await db.selectFrom('limit_bucket').select('key').execute()).toEqual([{ key: 'kept' }])
  })

  it.each([
    ['that lacks the last migration', before.slice(0, 2)],
    ['of 0.1.0', ['0001-companies', '0028-record-coverage']],
  ])('refuses a store %s with one sentence, and changes nothing', async (_, names) => {
    const db = await openBefore(kind, names)
    const failure = await migrate(db).catch((error: unknown) => error)
    expect(describeDatabaseFailure(failure, { dataDir: '.' })).toMatch(
      /^这份数据由 1.0.0 定稿前的版本写入.+0025-continued-reports/,
    )
    expect(await namesIn(db)).toEqual(names)
    expect(await db.selectFrom('limit_bucket').select('key').execute()).toEqual([{ key: 'kept' }])
  })
})
