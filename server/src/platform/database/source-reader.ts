import type { Clock } from '../../domain/clock.ts'
import { createTtlValue } from '../cache.ts'
import type { Database } from './database.ts'
import type { SourceTable } from './tables/company.ts'

type Sources = ReadonlyMap<string, SourceTable>

/** A source is renamed by hand, if ever. Its old name may be shown for this long. */
const TTL_MS = 1_000

/**
 * Sources by id, cached for a second: every company page shows them and they hardly ever change. The table is read again at
 * once for an id that is not in the cache.
 */
export function createSourceReader(db: Database, clock: Clock): (ids: readonly string[]) => Promise<Sources> {
  const load = async (): Promise<Sources> => {
    const rows = await db.selectFrom('source').selectAll().execute()
    return new Map(rows.map((source) => [source.id, source]))
  }
  const sources = createTtlValue({ clock, ttlMs: TTL_MS, load })
  return (ids) => sources((cached) => ids.every((id) => cached.has(id)))
}
