import { rm } from 'node:fs/promises'
import { copyStarterStore } from '../search/starter-store.ts'
import { openStoreSearch, type StoreSearch } from './store-search.ts'

export type StarterSearch = StoreSearch

/** A search over the starter set as the first start imports it, without demonstration companies. */
export async function openStarterSearch(): Promise<StarterSearch> {
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
