import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { loadStarter } from '../../src/importers/starter/load-starter.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { openStoreSearch } from '../relevance/store-search.ts'
import { openTools } from './open-tools.ts'

/** The tools of 百言 over the store of a first start, with the demonstration companies. */
export async function openStarterTools() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-answers-'))
  const database = openDatabase({ dataDir })
  await migrate(database.db)
  const reference = loadReferenceData({ demo: true })
  await loadStarter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers, demo: true })
  const store = await openStoreSearch(dataDir, { demo: true })
  const tools = openTools(database.db, { clock: systemClock, index: store.search })
  await tools.currentNames.refresh()
  return {
    ...tools,
    reference,
    companyIds: store.companies.map(({ id }) => id),
    close: async () => {
      await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type StarterTools = Awaited<ReturnType<typeof openStarterTools>>
