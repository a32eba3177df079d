import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import type { TestServer } from './server.ts'

/** Runs the operator's CLI on the data of the running server. Returns what it prints. */
export function runAdmin(server: TestServer, ...words: string[]): string {
  const { args, env } = builtProgram('admin')
  return execFileSync(process.execPath, [...args, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: join(server.folder, 'data'), DATABASE_URL: '' },
  })
}
