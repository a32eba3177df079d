import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TestServer } from './server.ts'

/** Changes rows directly in the database, where a journey would have to wait for days. Returns the number of rows. */
export function changeStore(server: TestServer, statement: string, ...values: (string | number)[]): number {
  const store = new Sqlite(join(server.folder, 'data', 'baiqicha.sqlite'))
  try {
    return store.prepare(statement).run(...values).changes
  } finally {
    store.close()
  }
}
