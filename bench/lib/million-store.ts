import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestServer } from '../../e2e/lib/server.ts'
import { contentHash, giveUp, keptStore, storeState } from './bench-store.ts'
import { findRegistryFiles, type RegistryFiles } from './registry-files.ts'
import { openSample } from './sample.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const register = 'register'

/** The register's own source, told to the import as an operator tells it. */
const sources = [
  {
    id: register,
    name: '企业登记数据（评测用）',
    scope: '2005 年以前成立的企业',
    url: null,
    licence: 'CC BY-NC-SA 4.0，仅用于评测',
    kind: 'register',
    asOf: '2019',
  },
]

const imports: { file: keyof RegistryFiles; mapping: string; source: string; rejects: string }[] = [
  { file: 'core', mapping: 'registry', source: register, rejects: '1%' },
  { file: 'detail', mapping: 'registry', source: register, rejects: '1%' },
  // 795 of 5,725 rows have no full name, and a company without one is not recognised.
  { file: 'listed', mapping: 'listed-companies', source: 'exchange-list', rejects: '20%' },
  { file: 'nameChanges', mapping: 'listed-name-changes', source: 'short-name-changes', rejects: '20%' },
]

/**
 * The DATA_DIR of a server with a whole register and its index, as an operator would have made it: by the import
 * command and a first start. Kept from one bench to the next.
 */
export async function openMillionStore(dataFolder?: string): Promise<string> {
  const files = findRegistryFiles(dataFolder)
  const inputs = [...Object.values(files), ...filesIn('importers/mappings'), ...filesIn('platform/database/migrations')]
  return keptStore({
    name: 'million',
    madeFrom: JSON.stringify({ imports, contents: inputs.map(contentHash) }),
    gibibytes: 6,
    build: async (folder) => {
      for (const one of imports) runImport(files[one.file], one, folder)
      await startOnce(folder)
    },
  })
}

const filesIn = (folder: string) => {
  const whole = path.join(root, 'server/src', folder)
  return readdirSync(whole)
    .sort()
    .map((name) => path.join(whole, name))
}

/** The command writes its rejects beside the file, which may be read-only where it is: so it gets a copy. */
function runImport(file: string, { mapping, source, rejects }: (typeof imports)[number], folder: string) {
  const input = path.join(folder, 'input')
  mkdirSync(input, { recursive: true })
  const copy = path.join(input, path.basename(file))
  copyFileSync(file, copy)
  const sourcesFile = path.join(input, 'sources.json')
  writeFileSync(sourcesFile, JSON.stringify(sources))
  const words = ['--mapping', mapping, '--source', source, '--sources', sourcesFile, '--max-rejects', rejects]
  const { status } = spawnSync(process.execPath, ['server/src/cli/import.ts', 'companies', copy, ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
    stdio: 'inherit',
  })
  if (status !== 0) giveUp(`${copy} could not be imported.`)
  rmSync(copy)
}

/** Resolves once the server says that its index is ready. */
async function startOnce(folder: string) {
  const server = await TestServer.create({ DATA_DIR: folder })
  try {
    await server.start(500)
  } finally {
    await server.dispose()
  }
}

/** Companies of that store, to draw queries from. */
export const openMillionSample = (dataDir: string) =>
  openSample('million-sample', { from: 'store', dataDir }, storeState(dataDir))
