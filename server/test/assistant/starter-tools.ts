import { rm } from 'node:fs/promises'
import { systemClock } from '../../src/domain/clock.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { openStoreSearch } from '../relevance/store-search.ts'
import { copyStarterStore } from '../search/starter-store.ts'
import { openTools } from './open-tools.ts'

/** The tools of 百言 over the store of a first start, with the demonstration companies. */
export async function openStarterTools() {
  const dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  const store = await openStoreSearch(dataDir, { demo: true })
  const tools = openTools(database.db, { clock: systemClock, index: store.search })
  await tools.currentNames.prepare()
  return {
    ...tools,
    reference: loadReferenceData({ demo: true }),
    companyIds: store.companies.map(({ id }) => id),
    close: async () => {
      await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type StarterTools = Awaited<ReturnType<typeof openStarterTools>>
