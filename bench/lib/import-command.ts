import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import { serverCpu } from './postgres.ts'
import { processCpu, processMemory } from './process-figures.ts'
import { giveUp } from './report.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SAMPLE_MS = 50

/** One run of the import command: rows read, seconds and CPU of the process, its peak resident memory, CPU of PostgreSQL. */
export type ImportFigures = { rows: number; seconds: number; peakMib: number; cpuMs: number; serverCpuMs: number }

/** Runs the program of `npm run import` on a store; ends the bench if it fails. */
export async function runImport(words: readonly string[], location: DatabaseLocation): Promise<ImportFigures> {
  const serverBefore = await serverCpu(location)
  const startedAt = performance.now()
  const { args, env } = builtProgram('import')
  const child = spawn(process.execPath, [...args, ...words, '--create'], {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  let peakMib = Number.NaN
  let cpuMs = Number.NaN
  const sampling = setInterval(() => {
    const peak = processMemory(child.pid, 'VmHWM')
    if (Number.isNaN(peak)) return
    peakMib = peak
    cpuMs = processCpu(child.pid)
  }, SAMPLE_MS)
  await once(child, 'close')
  clearInterval(sampling)
  const seconds = (performance.now() - startedAt) / 1000
  const rows = Number(/读取 (\d+) 行/.exec(output)?.[1])
  if ((child.exitCode !== 0 && child.exitCode !== 2) || !(rows > 0)) {
    giveUp(`The import ${words[0]} failed:\n${output.split('\n').slice(-20).join('\n')}`)
  }
  console.log(`import ${words[0]}: ${rows} rows in ${Math.round(seconds)} s`)
  return { rows, seconds, peakMib, cpuMs, serverCpuMs: (await serverCpu(location)) - serverBefore }
}

/** Runs an import of a file with a source that is registered by it, and removes the file. */
export async function importWithSource(
  [kind, file, ...options]: readonly [string, string, ...string[]],
  source: object,
  location: DatabaseLocation,
): Promise<ImportFigures> {
  const sources = path.join(path.dirname(file), 'sources.json')
  writeFileSync(sources, JSON.stringify([source]))
  try {
    return await runImport([kind, file, ...options, '--sources', sources], location)
  } finally {
    rmSync(file)
  }
}
