import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ContentPlace } from '../../platform/database/tables/content.ts'
import { createContentRepository } from './content.repository.ts'
import { type ContentOf, contentSchemas, readShippedContent } from './content-model.ts'
import { pictureIdsIn } from './content-picture.ts'

type PublishedDeps = {
  db: Database
  clock: Clock
  /** Stores the pictures of new content in memory, so that they are shown while the database is unavailable. */
  loadPictures: (ids: readonly string[]) => Promise<void>
}

/**
 * Reads the newest content of a place. Each call reads the version counter only; the content is read and parsed again
 * when the version has changed. A store without versions has the shipped content.
 */
function createReader<T>(
  place: ContentPlace,
  schema: z.ZodMiniType<T>,
  { db, clock, loadPictures }: PublishedDeps,
): () => Promise<T> {
  const repository = createContentRepository(clock)
  let cached: { version: number; content: T } | null = null
  return async () => {
    const version = await repository.shownVersion(db, place)
    if (cached?.version === version) return cached.content
    const row = await repository.find(db, place, version)
    const text = row?.content ?? readShippedContent(place)
    await loadPictures(pictureIdsIn(text))
    const content = z.parse(schema, JSON.parse(text))
    cached = { version, content }
    return content
  }
}

export type PublishedContent = { [P in ContentPlace]: () => Promise<ContentOf<P>> }

/** Readers of the newest content by place. */
export const createPublishedContent = (deps: PublishedDeps): PublishedContent => ({
  home: createReader('home', contentSchemas.home, deps),
  mine: createReader('mine', contentSchemas.mine, deps),
  faq: createReader('faq', contentSchemas.faq, deps),
  contact: createReader('contact', contentSchemas.contact, deps),
  membership: createReader('membership', contentSchemas.membership, deps),
})

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
