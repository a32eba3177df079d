import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { afterAll, describe, inject, onTestFinished } from 'vitest'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts'
import type { StartWriterThread } from '../../src/platform/database/sqlite-writer.ts'
import { isNightly } from '../nightly.ts'
import { takePostgresDatabase } from './postgres-databases.ts'

/** Threads whose database is closed. */
const idle: Worker[] = []

function startThread(): Worker {
  const worker = new Worker(new URL('./writer.worker.ts', import.meta.url))
  worker.unref()
  return worker
}

/**
 * Starts a writer in a thread whose database was closed before, or in a new one. The start of a thread takes 0.1 s, which was half
 * of a test that opens a database of its own.
 */
const reuseWriterThread: StartWriterThread = (options) => {
  const worker = idle.pop() ?? startThread()
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  let hasFailed = false
  // The error ends the worker, as where its file was removed.
  const fail = (error: unknown) => {
    hasFailed = true
    thread.emit('error', error)
    port1.close()
  }
  worker.on('error', fail)
  port1.on('message', (response) => thread.emit('message', response))
  port1.on('close', () => {
    worker.off('error', fail)
    if (!hasFailed) idle.push(worker)
    thread.emit('exit')
  })
  worker.postMessage({ options, port: port2 }, [port2])
  return Object.assign(thread, {
    postMessage: (request: unknown) => port1.postMessage(request),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
  })
}

/** An empty, migrated database. `location` opens it a second time, also from another process. */
export type TestDatabase = OpenDatabase & {
  location: DatabaseLocation
  /** Closes and removes it before the end of the test or suite. */
  remove(): Promise<void>
}

async function openEmpty(kind: OpenDatabase['kind']): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(inject('storesFolder'), 'test-'))
  const location: DatabaseLocation = { dataDir }
  let release: (() => Promise<void>) | undefined
  if (kind === 'postgres') {
    const taken = await takePostgresDatabase(inject('postgresUrl'), inject('migratedPostgres'))
    location.databaseUrl = taken.url
    release = taken.release
  } else {
    await cp(inject('migratedStore'), dataDir, { recursive: true })
  }
  // The limit of operation would cancel statements on a slow machine.
  const database = openDatabase(location, { statementLimit: 60_000, startWriter: reuseWriterThread })
  let removal: Promise<void> | undefined
  const removeAll = async () => {
    await database.close()
    await release?.()
    await rm(dataDir, { recursive: true, force: true })
  }
  const remove = () => {
    removal ??= removeAll()
    return removal
  }
  return { ...database, location, remove }
}

/** Opens an empty, migrated database. */
export type FreshDatabase = () => Promise<TestDatabase>

type Suite = (freshDatabase: FreshDatabase, kind: OpenDatabase['kind']) => void

const bothKinds = ['sqlite', 'postgres'] as const

/**
 * Runs a suite on SQLite, and on PostgreSQL too in the nightly run; or on `kinds` alone. Each call of `freshDatabase` returns an
 * empty, migrated database, which is closed and removed after the test that called it, or after the suite.
 */
export function describeDatabases(
  name: string,
  suite: Suite,
  kinds: readonly OpenDatabase['kind'][] = isNightly ? bothKinds : ['sqlite'],
) {
  for (const kind of kinds) {
    describe(`${name} (${kind})`, () => {
      const removals: (() => Promise<void>)[] = []
      afterAll(async () => {
        for (const remove of removals) await remove()
      })
      suite(async () => {
        const database = await openEmpty(kind)
        try {
          onTestFinished(() => database.remove())
        } catch {
          // `onTestFinished` throws outside a test: the database belongs to the suite.
          removals.push(() => database.remove())
        }
        return database
      }, kind)
    })
  }
}

/** Runs a suite on SQLite and on PostgreSQL in every run: for rules that depend on the database. */
export const describeBothDatabases = (name: string, suite: Suite) => describeDatabases(name, suite, bothKinds)

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
