import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import type { TestDatabase } from './databases.ts'

export type PostgresTestDatabase = Extract<TestDatabase, { kind: 'postgres' }>

async function onServer(serverUrl: string, statement: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A copy of a database, removed after the test: the schema of those that tests share must not change. */
export async function copyDatabase(serverUrl: string, template: string): Promise<PostgresTestDatabase> {
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
