import path from 'node:path'
import { Readable } from 'node:stream'
import Sqlite from 'better-sqlite3'
import type { Client } from 'pg'
import { readDayFile } from '../../features/tracking/file-event-store.ts'
import { openEventStore } from '../../features/tracking/open-event-store.ts'
import type { TrackedEvent } from '../../features/tracking/tracked-event.ts'
import { copyValue } from '../../platform/database/bulk/postgres-session.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { DayDump, StoreLocation } from './manifest.ts'
import type { StoreSource, TableSource } from './postgres-backup.ts'
import { rowsOf, type TableShape } from './postgres-session.ts'
import { SQLITE_COPY } from './sqlite-backup.ts'

type Value = string | bigint | number | null

/** Characters that COPY passes on at once. */
const CHUNK = 64 * 1024
const EVENTS_PER_BATCH = 5_000

/** Rows in the text format of COPY. */
function* copyLines(sqlite: Sqlite.Database, { name, columns }: TableShape): Generator<string> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  let chunk = ''
  const rows = sqlite.prepare<[], Value[]>(`select ${list} from "${name}"`).raw().safeIntegers().iterate()
  for (const row of rows) {
    chunk += `${row.map(copyValue).join('\t')}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function tablesIn(sqlite: Sqlite.Database): TableSource[] {
  const names = sqlite
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'kysely_migration_lock'`,
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = sqlite.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(name)
    const shape = { name, columns }
    return { ...shape, open: () => Readable.from(copyLines(sqlite, shape), { objectMode: false }) }
  })
}

/** Counters of tables whose key counts up. */
async function sequencesIn(sqlite: Sqlite.Database, client: Client) {
  const counters = sqlite.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
  const sequences: StoreSource['sequences'][number][] = []
  for (const { name, seq } of counters) {
    const [found] = await rowsOf<{ sequence: string }>(
      client,
      `select s.relname as sequence from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
       where d.refobjid = $1::regclass and d.deptype in ('a', 'i')`,
      [`"${name}"`],
    )
    if (found !== undefined) sequences.push({ name: found.sequence, last: seq })
  }
  return sequences
}

/** The tables of a backup of SQLite, for a database of PostgreSQL with the same migrations. Close `sqlite` afterwards. */
export async function sourceOfSqlite(client: Client, folder: string) {
  const sqlite = new Sqlite(path.join(folder, SQLITE_COPY), { readonly: true, fileMustExist: true })
  const source: StoreSource = { tables: tablesIn(sqlite), sequences: await sequencesIn(sqlite, client) }
  return { sqlite, source }
}

/** Appends the tracked events of a backup of SQLite to the store of events that the server uses. */
export async function moveDays(folder: string, days: readonly DayDump[], location: StoreLocation): Promise<void> {
  const database = openDatabase(location)
  const store = openEventStore(location, database)
  try {
    for (const { file } of days) {
      let batch: TrackedEvent[] = []
      for (const event of readDayFile(path.join(folder, file))) {
        batch.push(event)
        if (batch.length < EVENTS_PER_BATCH) continue
        await store.append(batch)
        batch = []
      }
      if (batch.length > 0) await store.append(batch)
    }
  } finally {
    await store.close()
    await database.close()
  }
}
