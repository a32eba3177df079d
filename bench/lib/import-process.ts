import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import { giveUp } from './bench-store.ts'
import { type registerImports, registerSources } from './register-imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MEMORY_LOOK_MS = 50

export type Store = { dataDir: string; databaseUrl: string }

/** One run of the import command: rows read, seconds from start to end of the process, its largest memory in MiB. */
export type ImportFigures = { rows: number; seconds: number; peakMebibytes: number }

/** The largest resident memory the process has had; NaN where the system does not tell. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** The command names rejected rows beside the file, which may be read-only where it is: so it gets a copy. */
function copied(file: string, folder: string): string {
  const copy = path.join(folder, path.basename(file))
  if (!existsSync(copy)) copyFileSync(file, copy)
  return copy
}

/** Runs `npm run import`'s own program on one file of companies and says what it said. */
export function runImport(
  file: string,
  { mapping, source }: (typeof registerImports)[number],
  store: Store,
): Promise<ImportFigures> {
  const sources = path.join(store.dataDir, 'sources.json')
  writeFileSync(sources, JSON.stringify(registerSources))
  const input = copied(file, store.dataDir)
  return runImportProgram(['companies', input, '--mapping', mapping, '--source', source, '--sources', sources], store)
}

/** The same with any words an operator could write; ends the bench where the program failed. */
export async function runImportProgram(words: readonly string[], store: Store): Promise<ImportFigures> {
  const startedAt = performance.now()
  const { args, env } = builtProgram('import')
  const child = spawn(process.execPath, [...args, ...words], {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: store.dataDir, DATABASE_URL: store.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  let peakMebibytes = Number.NaN
  const looking = setInterval(() => {
    const peak = peakOf(child.pid)
    if (!Number.isNaN(peak)) peakMebibytes = peak
  }, MEMORY_LOOK_MS)
  await once(child, 'close')
  clearInterval(looking)
  const seconds = (performance.now() - startedAt) / 1000
  const told = output.split('\n').filter((line) => !line.includes('还需约'))
  console.log(told.join('\n').trimEnd())
  const rows = Number(/读取 (\d+) 行/.exec(output)?.[1])
  if (child.exitCode !== 0 || !(rows > 0)) giveUp(`The import ${words.join(' ')} failed.`)
  return { rows, seconds, peakMebibytes }
}
