import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import { processMemory } from './process-figures.ts'

const SAMPLE_MS = 20

/** Seconds and peak resident memory of a command of operators. Without `databaseUrl` the store is SQLite. */
export async function runAdminCommand(words: readonly string[], dataDir: string, databaseUrl = '') {
  const startedAt = performance.now()
  const { args, env } = builtProgram('admin')
  const child = spawn(process.execPath, [...args, ...words], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, FILES_URL: '' },
    stdio: 'ignore',
  })
  let peakMib = Number.NaN
  const sampling = setInterval(() => {
    const peak = processMemory(child.pid, 'VmHWM')
    if (!Number.isNaN(peak)) peakMib = peak
  }, SAMPLE_MS)
  await once(child, 'close')
  clearInterval(sampling)
  return { seconds: (performance.now() - startedAt) / 1_000, peakMib, isDone: child.exitCode === 0 }
}
