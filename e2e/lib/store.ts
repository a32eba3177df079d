import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TestServer } from './server.ts'

/** Changes rows behind the server's back, where a journey cannot wait for days to pass. Returns how many. */
export function changeStore(server: TestServer, statement: string, ...values: (string | number)[]): number {
  const store = new Sqlite(join(server.folder, 'data', 'baiqicha.sqlite'))
  try {
    return store.prepare(statement).run(...values).changes
  } finally {
    store.close()
  }
}
