import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { DatabaseLocation, OpenDatabase } from '../../src/platform/database/open-database.ts'

async function withServer(work: (client: Client) => Promise<unknown>) {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A place for a store without a table, removed after the test. */
export async function emptyStore(kind: OpenDatabase['kind']): Promise<DatabaseLocation> {
  const dataDir = await mkdtemp(path.join(inject('storesFolder'), 'empty-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  if (kind === 'sqlite') return { dataDir }
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await withServer((client) => client.query(`create database ${name}`))
  onTestFinished(() => withServer((client) => client.query(`drop database ${name} with (force)`)))
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}
