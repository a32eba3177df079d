import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import type { TestServer } from './server.ts'

let files = 0

/** Imports rows by the operator's CLI into the store of the running server. `words`: kind and options. */
export function importRows(server: TestServer, [kind, ...options]: [string, ...string[]], rows: readonly object[]) {
  const file = join(server.folder, `import-${++files}.ndjson`)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const { args, env } = builtProgram('import')
  return execFileSync(process.execPath, [...args, kind, file, ...options], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: join(server.folder, 'data'), DATABASE_URL: '' },
  })
}
