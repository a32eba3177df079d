import type { BulkSession } from '../../../platform/database/bulk-session.ts'
import type { CompanyDifference } from '../resolve/company-difference.ts'
import { type CompanyLookup, KeyIndex, lookupByIndex, lookupInStore } from './company-lookup.ts'

/** More companies are looked up in the store: bounds the memory of the index. */
const MOST_COMPANIES = 3_000_000

export type Loading = {
  lookup: CompanyLookup
  /** Call it when companies are resolved, before they are stored. */
  add(differences: readonly CompanyDifference[]): void
  /** Call it before each batch; `stored` resolves when the batch before is stored. */
  next(stored: Promise<void>): Promise<void>
}

const intoStore = (session: BulkSession): Loading => ({
  lookup: lookupInStore(session.beside),
  add: () => {},
  next: async () => {},
})

/**
 * A large first load keeps the keys of its companies in memory, and drops the indexes that it does not need: a row in each
 * costs more than sorting all of them at the end of the session. After an interruption the next import or start of a
 * server creates them, and the load goes on as into any store.
 */
export async function openLoading(session: BulkSession, isFirst: boolean): Promise<Loading> {
  if (!isFirst) return intoStore(session)
  await session.indexes.drop()
  const index = new KeyIndex()
  const inMemory = lookupByIndex(session.beside, index)
  const inStore = lookupInStore(session.beside)
  let isOver = false
  return {
    lookup: (column, keys) => (isOver ? inStore : inMemory)(column, keys),
    add: (differences) => {
      if (!isOver) for (const { row } of differences) index.add(row)
    },
    next: async (stored) => {
      if (isOver || index.companies < MOST_COMPANIES) return
      await stored
      await session.indexes.create()
      isOver = true
    },
  }
}
