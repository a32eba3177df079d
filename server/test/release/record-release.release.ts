import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { dayFileIn, trackingDirectory } from '../../src/features/tracking/file-event-store.ts'
import { knownMigrations, migrate } from '../../src/platform/database/migrate.ts'
import {
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
  sqliteFileIn,
} from '../../src/platform/database/open-database.ts'
import { emptyStore } from '../databases/empty-store.ts'
import { tableContents } from '../databases/table-contents.ts'
import { callAll, fillRelease } from './fill-release.ts'
import { dumpPostgres } from './postgres-dump.ts'
import { prepareStatements } from './prepare-statements.ts'
import { writePacked, writeText } from './release-files.ts'
import { traceDatabase } from './traced-database.ts'

/** Tables that are empty between two calls. */
const passing = ['row_fingerprint_batch', 'row_fingerprint_list']

const release = (knownMigrations.at(-1) ?? '').slice(0, 4)
const packJson = (name: string, content: unknown) => writePacked(release, name, Buffer.from(JSON.stringify(content)))

function packSqlite(name: string, file: string) {
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = DELETE')
  sqlite.exec('vacuum')
  sqlite.close()
  writePacked(release, name, readFileSync(file))
}

async function packPostgres(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  packJson('store.postgres.json', await dumpPostgres(client))
  await client.end()
}

/** Of a store that is empty at first: the values of the statements then need no other rows. */
async function packTrace(kind: OpenDatabase['kind']) {
  const database = openDatabase(await emptyStore(kind))
  await migrate(database.db)
  const { db, trace } = traceDatabase(database)
  await callAll({ db })
  await database.close()
  packJson(`trace.${kind}.json`, trace())
}

const shortened = (text: string) =>
  text.replaceAll(/\(?(\?|\$\d+)\)?(, \(?(\?|\$\d+)\)?)+/g, '…').replaceAll(/\$\d+/g, '$')

/** Of the statements that differ in the length of a list only, the first. */
function distinct(statements: readonly string[]): string[] {
  return [...new Map(statements.toReversed().map((text) => [shortened(text), text])).values()].toSorted()
}

const isStatement = /^\s*(select|insert|update|delete|with)\b/i
/** A table of one day, which no other store has. */
const dayTable = /tracked_event_\d/

/** Statements that the tests of the release compiled and that its own schema allows: others are of former schemas. */
async function packStatements(database: OpenDatabase, location: DatabaseLocation) {
  const file = process.env['RECORD_STATEMENTS'] ?? ''
  const lines: { kind: string; text: string }[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const compiled = lines.flatMap(({ kind, text }) =>
    kind === database.kind && isStatement.test(text) && !dayTable.test(text) ? [text] : [],
  )
  const all = distinct(compiled)
  const refused = await prepareStatements(database, location.databaseUrl ?? '', all)
  const allowed = all.filter((text) => !refused.has(text))
  packJson(`statements.${database.kind}.json`, allowed)
  // Most of the others are of former schemas, in tests of migrations.
  expect(allowed.length).toBeGreaterThan(all.length * 0.9)
}

describe.each(['sqlite', 'postgres'] as const)('the release (%s)', (kind) => {
  it('is recorded', async () => {
    const location = await emptyStore(kind)
    writeText(release, `facts.${kind}.json`, await fillRelease(location))
    const database = openDatabase(location)
    const contents = await tableContents(database)
    const empty = Object.entries(contents).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
    expect(empty.filter((table) => !passing.includes(table))).toEqual([])
    await packStatements(database, location)
    await database.close()
    if (location.databaseUrl) await packPostgres(location.databaseUrl)
    else {
      packSqlite('store.sqlite', sqliteFileIn(location.dataDir))
      packSqlite('events.sqlite', dayFileIn(trackingDirectory(location.dataDir), '2026-06-29'))
    }
    await packTrace(kind)
  })
})
