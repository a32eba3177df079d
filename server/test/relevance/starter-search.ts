import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { loadStarter } from '../../src/importers/starter/load-starter.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { openStoreSearch, type StoreSearch } from './store-search.ts'

export type StarterSearch = StoreSearch

/** A search over the starter set as the first start imports it, without demonstration companies. */
export async function openStarterSearch(): Promise<StarterSearch> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-starter-'))
  const database = openDatabase({ dataDir })
  await migrate(database.db)
  await loadStarter({
    database,
    clock: systemClock,
    reference: loadReferenceData({ demo: false }),
    hiddenNumbers: testHiddenNumbers,
    demo: false,
  })
  await database.close()
  const opened = await openStoreSearch(dataDir, { demo: false })
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
