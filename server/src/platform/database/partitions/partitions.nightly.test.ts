import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { TestDatabase } from '../../../../test/databases/databases.ts'
import { importRecords } from '../../../../test/importers/import-records.ts'
import { openDatabase } from '../open-database.ts'
import { analyzePartitions, PARTITIONS, partitionedTables, tablesToAnalyze } from './partitioned-tables.ts'

type PostgresTestDatabase = Extract<TestDatabase, { kind: 'postgres' }>

async function onServer(serverUrl: string, statement: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A copy of a database, removed after the test: the schema of those that tests share must not change. */
async function copyDatabase(serverUrl: string, template: string): Promise<PostgresTestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const location = { databaseUrl: url.href, dataDir: tmpdir() }
  const database = openDatabase(location)
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL')
  let removal: Promise<void> | undefined
  const removeAll = async () => {
    await database.close()
    await onServer(serverUrl, `drop database ${name} with (force)`)
  }
  const remove = () => {
    removal ??= removeAll()
    return removal
  }
  onTestFinished(remove)
  return { ...database, location, remove }
}

/** More than enough for a record in each partition. */
const RECORDS = 600

const listings = Array.from({ length: RECORDS }, (_, at) => ({
  name: `第${at}演示有限公司`,
  subjectType: '企业',
  caseNo: `（2025）演0101执${at}号`,
  court: '演示市示例区人民法院',
  province: '演示东省',
  publishDate: '2025-05-06',
}))

const fresh = () => copyDatabase(inject('postgresUrl'), inject('migratedPostgres'))

describe('the partitions of records', () => {
  it('hold the records by the hash of their id, and their subjects by that of the key', async () => {
    const database = await fresh()
    const { db } = database
    await importRecords(database, 'dishonestExecutor', listings)
    const { rows } = await sql<{ name: string; parts: number; filled: number }>`
      select inhparent::regclass::text as name, count(*)::integer as parts,
        (count(*) filter (where pg_relation_size(inhrelid) > 0))::integer as filled
      from pg_inherits where inhparent in ('record'::regclass, 'record_subject'::regclass)
      group by 1 order by 1`.execute(db)
    expect(rows).toEqual(partitionedTables.map((name) => ({ name, parts: PARTITIONS, filled: PARTITIONS })))
  })

  it('get the statistics of the whole table once rows were added', async () => {
    const database = await fresh()
    await importRecords(database, 'dishonestExecutor', listings)
    await sql`vacuum`.execute(database.db)
    expect((await tablesToAnalyze(database.db)).toSorted()).toEqual(partitionedTables)
    await analyzePartitions(database.url, partitionedTables)
    const { rows } = await sql`select attname from pg_stats
      where tablename = 'record_subject' and inherited and attname = 'subject_key'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(await tablesToAnalyze(database.db)).toEqual([])
  })
})
