import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { benchFolder, giveUp } from './lib/bench-store.ts'
import { type ImportFigures, runImport, type Store } from './lib/import-process.ts'
import { registerImports } from './lib/register-imports.ts'
import { defaultDataFolder, findRegistryFiles } from './lib/registry-files.ts'
import { digestStore } from './lib/store-digest.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, type Targets } from './lib/targets.ts'

/**
 * `npm run bench:import [-- --data <folder>] [--sqlite-only] [--orders]`: a whole register into an empty store, then once
 * more unchanged, on SQLite and on PostgreSQL. With `--orders`, also whether other orders of the files come to the same
 * end (SQLite). Exits with 1 when a target is not met.
 */
const FIRST_ROWS_A_SECOND = 20_000
const UNCHANGED_ROWS_A_SECOND = 100_000
const MEBIBYTES = 300
const GIBIBYTES = 4

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: defaultDataFolder },
    'sqlite-only': { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
  },
})
const files = findRegistryFiles(options.data)

function emptyFolder(name: string): string {
  const folder = path.join(benchFolder(), `import-${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / 2 ** 30
  if (free < GIBIBYTES) giveUp(`${folder} needs ${GIBIBYTES} GiB of free disk, and there are ${free.toFixed(1)}.`)
  return folder
}

type Imports = typeof registerImports
const filesOf = (imports: Imports) => imports.map(({ file }) => file).join(', ')

async function importAll(imports: Imports, store: Store): Promise<ImportFigures[]> {
  const figures: ImportFigures[] = []
  for (const one of imports) figures.push(await runImport(files[one.file], one, store))
  return figures
}

const rate = ({ rows, seconds }: ImportFigures) => rows / seconds

/** Targets are for SQLite; another database is printed beside it. */
async function measure(name: string, store: Store, targets: Targets | null): Promise<string[][]> {
  console.log(`\n${name}: first load`)
  const first = await importAll(registerImports, store)
  console.log(`\n${name}: unchanged`)
  const again = await importAll(registerImports, store)
  const rows = [first, again].flatMap((runs, round) =>
    runs.map((figures, at) => [
      name,
      round === 0 ? 'first load' : 'unchanged',
      registerImports[at]?.file ?? '',
      String(figures.rows),
      figures.seconds.toFixed(1),
      rate(figures).toFixed(0),
      figures.peakMebibytes.toFixed(0),
    ]),
  )
  const [firstCore, againCore] = [first[0], again[0]]
  if (targets !== null && firstCore !== undefined && againCore !== undefined) {
    targets.atLeast(`first load, ${firstCore.rows} rows`, rate(firstCore), FIRST_ROWS_A_SECOND, 'rows/s')
    targets.atLeast('the same file again, unchanged', rate(againCore), UNCHANGED_ROWS_A_SECOND, 'rows/s')
    const peak = Math.max(...[...first, ...again].map((figures) => figures.peakMebibytes))
    targets.atMost('memory, the largest of all runs', peak, MEBIBYTES, 'MiB')
  }
  return rows
}

/** Each file comes first once and last once, and all of them once in reverse. */
async function compareOrders(targets: Targets) {
  const turned = registerImports.map((_one, at) => [...registerImports.slice(at), ...registerImports.slice(0, at)])
  const orders = [...turned, registerImports.toReversed()]
  let expected: Map<string, string> | null = null
  for (const order of orders) {
    console.log(`\n${filesOf(order)}`)
    const dataDir = emptyFolder('order')
    await importAll(order, { dataDir, databaseUrl: '' })
    const digests = await digestStore(dataDir)
    printTable([...digests])
    expected ??= digests
    const isSame = [...expected].every(([table, digest]) => digests.get(table) === digest)
    targets.holds(`the same end: ${filesOf(order)}`, isSame ? 'all' : 'not all', isSame)
    rmSync(dataDir, { recursive: true })
  }
}

const targets = createTargets()
const rows = [['store', 'run', 'file', 'rows', 'seconds', 'rows/s', 'peak MiB']]
const dataDir = emptyFolder('sqlite')
rows.push(...(await measure('SQLite', { dataDir, databaseUrl: '' }, targets)))
rmSync(dataDir, { recursive: true })
if (!options['sqlite-only']) {
  const { url, stop } = await startPostgres()
  const folder = emptyFolder('postgres')
  try {
    rows.push(...(await measure('PostgreSQL', { dataDir: folder, databaseUrl: url }, null)))
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
}
if (options.orders) await compareOrders(targets)
console.log()
printMachine()
printTable(rows)
targets.print()
