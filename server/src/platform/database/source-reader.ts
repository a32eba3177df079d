import type { Clock } from '../../domain/clock.ts'
import { createTtlValue } from '../cache.ts'
import type { Database } from './database.ts'
import type { SourceTable } from './tables/company.ts'

type Sources = ReadonlyMap<string, SourceTable>

/** Maximum age of a cached source. Sources are renamed only by hand. */
const TTL_MS = 1_000

/**
 * Reads sources by id, cached for one second: every company page shows them and they rarely change. An id that is not in
 * the cache causes an immediate reload.
 */
export function createSourceReader(db: Database, clock: Clock): (ids: readonly string[]) => Promise<Sources> {
  const load = async (): Promise<Sources> => {
    const rows = await db.selectFrom('source').selectAll().execute()
    return new Map(rows.map((source) => [source.id, source]))
  }
  const sources = createTtlValue({ clock, ttlMs: TTL_MS, load })
  return (ids) => sources((cached) => ids.every((id) => cached.has(id)))
}
