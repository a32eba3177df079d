import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import type { TestServer } from './server.ts'

/** Runs a command on the data of the running server. Returns what it prints. */
function runCommand(server: TestServer, command: 'admin' | 'import', words: readonly string[]): string {
  const { args, env } = builtProgram(command)
  return execFileSync(process.execPath, [...args, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: join(server.folder, 'data'), DATABASE_URL: '' },
  })
}

/** Runs the operator's CLI on the data of the running server. Returns what it prints. */
export const runAdmin = (server: TestServer, ...words: string[]): string => runCommand(server, 'admin', words)

/** Imports rows of a kind from a demonstration source into the running server. */
export function importRows(server: TestServer, kind: RecordKindKey, source: string, rows: readonly object[]): void {
  const file = join(server.folder, `${kind}.ndjson`)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  runCommand(server, 'import', [kind, file, '--source', source, '--no-events'])
}
