import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { runAdminCommand } from './lib/admin-command.ts'
import { withEmptyFolder } from './lib/cached-store.ts'
import { openLeadsStore } from './lib/leads-store.ts'
import { readOptions } from './lib/options.ts'
import { createReport, formatNumber, type Row } from './lib/report.ts'
import { openStarterStore } from './lib/stores.ts'

/**
 * `npm run bench:restore [-- --data <folder> | --starter]`: backup and restoration of a register with two million contacts
 * and three million other records, on SQLite, and on PostgreSQL, into which the backup of SQLite is moved first.
 */
const { data, starter } = readOptions()
const GIBIBYTES = 40
const TARGET_SECONDS = 600

const { dataDir } = starter ? await openStarterStore() : await openLeadsStore(data)

async function countRows(table: 'company' | 'record') {
  const database = openDatabase({ dataDir })
  const { rows } = await database.db
    .selectFrom(table)
    .select((of) => of.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  await database.close()
  return rows
}

const [companies, records] = [await countRows('company'), await countRows('record')]
const report = createReport({ name: 'restore', isWhole: !starter, settings: { companies, records } })
const table: Row[] = [['what', 'seconds', 'peak MiB']]

/** Runs a command of operators. Resolves to its seconds. @throws Error if it fails */
async function measure(what: string, words: readonly string[], store: string, databaseUrl = '') {
  const { seconds, peakMib, isDone } = await runAdminCommand(words, store, databaseUrl)
  if (!isDone) throw new Error(`${what} failed`)
  table.push([what, formatNumber(seconds), formatNumber(peakMib)])
  console.log(`${what}: ${formatNumber(seconds)} s`)
  return seconds
}

await withEmptyFolder('restore', starter ? 2 : GIBIBYTES, async (folder) => {
  const place = (name: string) => path.join(folder, name)
  await measure('SQLite, backup', ['backup', place('sqlite')], dataDir)
  const ofSqlite = await measure('SQLite, restore', ['restore', place('sqlite')], place('restored'))
  report.atMost('restore, SQLite', ofSqlite, TARGET_SECONDS, 's')

  // The usual settings of PostgreSQL: a restored row is on the disk.
  const server = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  try {
    mkdirSync(place('postgres-files'))
    const words = ['restore', place('sqlite'), '--replace']
    await measure('SQLite to PostgreSQL, restore', words, place('postgres-files'), server.url)
    await measure('PostgreSQL, backup', ['backup', place('postgres')], place('postgres-files'), server.url)
    const again = ['restore', place('postgres'), '--replace']
    const ofPostgres = await measure('PostgreSQL, restore', again, place('postgres-files'), server.url)
    report.atMost('restore, PostgreSQL', ofPostgres, TARGET_SECONDS, 's')
  } finally {
    await server.stop()
  }
})
report.table('Runs', table)
report.finish()
