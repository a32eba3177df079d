import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../src/platform/database/open-database.ts'

const program = fileURLToPath(new URL('../../src/cli/admin.ts', import.meta.url))

/** Runs a command of operators as a process on a store. */
export async function runAdminProgram(
  words: readonly string[],
  { dataDir, databaseUrl }: DatabaseLocation,
  filesUrl = '',
): Promise<{ code: number | null; errors: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', FILES_URL: filesUrl }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, errors }
}
