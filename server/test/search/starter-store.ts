import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/domain/clock.ts'
import { loadStarter } from '../../src/importers/starter/load-starter.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { openStoreSearch, type StoreSearch } from '../relevance/store-search.ts'

/** Without `STORES_FOLDER`, a folder of the process. */
let ownFolder: Promise<string> | undefined

async function createOwnFolder() {
  const created = await mkdtemp(path.join(tmpdir(), 'baiqicha-starter-'))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  return created
}

/** Folder of the run, which its workers share and which the end of the run removes. */
async function sharedFolder() {
  const shared = process.env['STORES_FOLDER']
  if (shared !== undefined) return shared
  ownFolder ??= createOwnFolder()
  return ownFolder
}

async function build(dataDir: string, demo: boolean) {
  const database = openDatabase({ dataDir })
  await migrate(database.db)
  const reference = loadReferenceData({ demo })
  await loadStarter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo })
  await database.close()
  const indexed = await openStoreSearch(dataDir, { demo })
  await indexed.close()
}

/** Creates the folder; false: another worker has. */
const claim = (folder: string) =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : Promise.reject(error)),
  )

/** The store, which the first worker that needs it builds while others wait. A failed build is tried again by the next worker. */
async function builtStore(demo: boolean): Promise<string> {
  const store = path.join(await sharedFolder(), demo ? 'starter-with-demo' : 'starter-without-demo')
  const building = `${store}-building`
  while (!existsSync(store)) {
    if (!(await claim(building))) {
      await wait(20)
      continue
    }
    try {
      if (existsSync(store)) break
      const dataDir = path.join(building, 'store')
      await build(dataDir, demo)
      await rename(dataDir, store)
    } finally {
      await rm(building, { recursive: true, force: true })
    }
  }
  return store
}

/**
 * DATA_DIR with the store of a first start and its index, with or without the demonstration companies. A run builds
 * each once, and every call returns a copy of its own, which the caller removes or leaves to the end of the run.
 */
export async function copyStarterStore({ demo }: { demo: boolean }): Promise<string> {
  const built = await builtStore(demo)
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
