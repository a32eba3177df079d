import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import type { TestServer } from './server.ts'

const dataDirOf = (server: TestServer) => join(server.folder, 'data')

/** Runs a command of operators on the store of a running server. Returns what it prints. */
function runCommand(server: TestServer, program: 'admin' | 'import', words: readonly string[]): string {
  const { args, env } = builtProgram(program)
  return execFileSync(process.execPath, [...args, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: dataDirOf(server), DATABASE_URL: '' },
  })
}

export const runAdmin = (server: TestServer, ...words: string[]) => runCommand(server, 'admin', words)

let files = 0

/** Imports rows. `words`: kind and options. */
export function importRows(server: TestServer, [kind, ...options]: [string, ...string[]], rows: readonly object[]) {
  const file = join(server.folder, `import-${++files}.ndjson`)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return runCommand(server, 'import', [kind, file, ...options])
}

/** Changes rows directly in the database, where a journey would have to wait for days. Returns the number of rows. */
export function changeStore(server: TestServer, statement: string, ...values: (string | number)[]): number {
  const store = new Sqlite(join(dataDirOf(server), 'baiqicha.sqlite'))
  try {
    return store.prepare(statement).run(...values).changes
  } finally {
    store.close()
  }
}
