import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestServer } from '../../e2e/lib/server.ts'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import { contentHash, giveUp, keptStore, storeState } from './bench-store.ts'
import { registerImports, registerSources } from './register-imports.ts'
import { findRegistryFiles, type RegistryFiles } from './registry-files.ts'
import { openSample } from './sample.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const imports = new Map(registerImports.map(({ file, ...how }) => [file, how]))

/**
 * The DATA_DIR of a server with a whole register and its index, as an operator would have made it: by the import
 * command and a first start. Kept from one bench to the next.
 */
export async function openMillionStore(dataFolder?: string): Promise<string> {
  const files = findRegistryFiles(dataFolder)
  const inputs = [...Object.values(files), ...filesIn('importers/mappings'), ...filesIn('platform/database/migrations')]
  return keptStore({
    name: 'million',
    madeFrom: JSON.stringify({ imports: Object.fromEntries(imports), contents: inputs.map(contentHash) }),
    gibibytes: 6,
    build: async (folder) => {
      for (const name of imports.keys()) runImport(name, folder, dataFolder)
      await startOnce(folder)
    },
  })
}

export const filesIn = (folder: string) => {
  const whole = path.join(root, 'server/src', folder)
  return readdirSync(whole)
    .sort()
    .map((name) => path.join(whole, name))
}

/**
 * The import of one of the files into a store. The command writes its rejects beside the file, which may be read-only
 * where it is: so it gets a copy. `asOf`: as of when the register's own source is said to be.
 */
export function importCommand(name: keyof RegistryFiles, folder: string, dataFolder?: string, { asOf = '2019' } = {}) {
  const { mapping = '', source = '' } = imports.get(name) ?? {}
  const input = path.join(folder, 'input')
  mkdirSync(input, { recursive: true })
  const file = findRegistryFiles(dataFolder)[name]
  const copy = path.join(input, path.basename(file))
  copyFileSync(file, copy)
  const sourcesFile = path.join(input, 'sources.json')
  writeFileSync(sourcesFile, JSON.stringify(registerSources.map((one) => ({ ...one, asOf }))))
  const words = ['--mapping', mapping, '--source', source, '--sources', sourcesFile]
  const { args, env } = builtProgram('import')
  return {
    program: process.execPath,
    words: [...args, 'companies', copy, ...words],
    env: { ...process.env, ...env, DATA_DIR: folder, DATABASE_URL: '' },
    copy,
  }
}

function runImport(name: keyof RegistryFiles, folder: string, dataFolder?: string) {
  const { program, words, env, copy } = importCommand(name, folder, dataFolder)
  const { status } = spawnSync(program, words, { env, stdio: 'inherit' })
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
