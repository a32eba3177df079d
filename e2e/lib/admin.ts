import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestServer } from './server.ts'

const program = fileURLToPath(new URL('../../server/src/cli/admin.ts', import.meta.url))

/** Runs the operator's CLI on the data of the running server. Returns what it prints. */
export const runAdmin = (server: TestServer, ...words: string[]): string =>
  execFileSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: join(server.folder, 'data'), DATABASE_URL: '' },
  })
