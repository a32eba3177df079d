import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { recordKindKeys } from '../contract/src/records/kind-table.ts'
import { builtProgram } from '../tools/lib/built-program.mjs'
import { createReport, giveUp } from './lib/report.ts'

/**
 * `npm run bench:import-cases -- --cases <folder>`: imports each table of a folder into a new store by the import command, and prints
 * the rows stored and rejected, and the values lost by field. A file whose name has the word of a record kind, as
 * 15-punishment.ndjson, has records of it, any other has companies. `sources.json` of the folder registers their source.
 */
const { values } = parseArgs({ options: { cases: { type: 'string' } } })
const { cases } = values
if (cases === undefined || !existsSync(cases)) giveUp('The folder of the cases is missing: --cases <folder>.')
const root = fileURLToPath(new URL('..', import.meta.url))
const isTable = /\.(?:csv|tsv|txt|ndjson|json|xlsx|gz|zip)$/
const noTables = new Set(['sources.json', 'queries.json'])

const numberIn = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1] ?? 0)

function importCase(file: string): string[] {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'import-case-'))
  const sources = path.join(cases ?? '', 'sources.json')
  const kind = recordKindKeys.find((key) => path.basename(file).includes(key))
  const source = existsSync(sources) ? ['--source', 'case', '--sources', path.resolve(sources)] : ['--source', 'demo']
  const { args, env } = builtProgram('import')
  const covers = kind === undefined ? [] : ['--covers', 'named']
  const options = [...source, ...covers, '--create', '--max-rejects', '100%', '--rejects', dataDir]
  try {
    const run = spawnSync(process.execPath, [...args, kind ?? 'companies', path.resolve(file), ...options], {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: dataDir, DATABASE_URL: '' },
      encoding: 'utf8',
    })
    const report = run.stdout
    const lost = [...report.matchAll(/^ {4}(?:\S+ )?(\w+) (\d+) 个：/gm)].map(([, field, count]) => `${field} ${count}`)
    return [
      path.basename(file),
      String(numberIn(/读取 (\d+) 行/, report)),
      String(numberIn(/= 收录 (\d+) 行/, report)),
      String(numberIn(/未收录 (\d+) 行/, report)),
      [...lost, ...(run.status === 1 ? [run.stderr.trim().split('\n')[0] ?? ''] : [])].join(', ') || '–',
      String(run.status),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const files = readdirSync(cases).filter((file) => isTable.test(file) && !noTables.has(file))
const rows = files.map((file) => importCase(path.join(cases, file)))
const header = ['file', 'read', 'stored', 'rejected', 'lost, or to be checked', 'exit code']
createReport({ name: 'import-cases', isWhole: false, settings: { cases } }).table('Files', [header, ...rows])
