import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { loadStarter } from '../../src/importers/starter/load-starter.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { openStoreSearch, type StoreSearch } from '../relevance/store-search.ts'

/** Folder of the process, with a store for each of the two first starts and their copies. */
let folder: Promise<string> | undefined
const stores = new Map<boolean, Promise<string>>()

async function openFolder() {
  const created = await mkdtemp(path.join(process.env['STORES_FOLDER'] ?? tmpdir(), 'baiqicha-starter-'))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  return created
}

async function build(demo: boolean): Promise<string> {
  folder ??= openFolder()
  const dataDir = path.join(await folder, demo ? 'with-demo' : 'without-demo')
  const database = openDatabase({ dataDir })
  await migrate(database.db)
  const reference = loadReferenceData({ demo })
  await loadStarter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo })
  await database.close()
  const indexed = await openStoreSearch(dataDir, { demo })
  await indexed.close()
  return dataDir
}

/**
 * DATA_DIR with the store of a first start and its index, with or without the demonstration companies. A process builds
 * each once, and every call returns a copy of its own, which the caller removes or leaves to the end of the process.
 */
export async function copyStarterStore({ demo }: { demo: boolean }): Promise<string> {
  const store = stores.get(demo) ?? build(demo)
  stores.set(demo, store)
  const built = await store
  const copy = await mkdtemp(`${built}-`)
  await cp(built, copy, { recursive: true })
  return copy
}

/** A search over the starter set as the first start imports it, without demonstration companies. */
export async function openStarterSearch(): Promise<StoreSearch> {
  const dataDir = await copyStarterStore({ demo: false })
  const opened = await openStoreSearch(dataDir, { demo: false })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
