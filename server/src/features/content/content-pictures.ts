import { LRUCache } from 'lru-cache'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createContentRepository } from './content.repository.ts'

/** Total size of the pictures in memory; the least recently shown is removed first. */
const CACHED_BYTES = 32 * 1024 * 1024

/** Pictures of published content. They never change, so those in memory are shown while the database is unavailable. */
export function createContentPictures({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createContentRepository(clock)
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHED_BYTES, sizeCalculation: ({ length }) => length })

  async function find(id: string): Promise<Buffer | null> {
    const known = cache.get(id)
    if (known !== undefined) return known
    const jpeg = await repository.findPicture(db, id)
    if (jpeg !== null) cache.set(id, jpeg)
    return jpeg
  }

  return {
    find,
    load: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) await find(id)
    },
  }
}
