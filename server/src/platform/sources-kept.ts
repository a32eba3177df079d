import type { Clock } from '../domain/clock.ts'
import type { Database } from './database/database.ts'
import type { SourceTable } from './database/tables/company.ts'

type Sources = ReadonlyMap<string, SourceTable>

/** Sources are renamed by hand, if ever: for so long one may still be told by its old words. */
const FRESH_MS = 1_000

/**
 * The sources by id, kept for a second: every company page tells them and they hardly ever change. One that is asked
 * for and not among them is looked up at once.
 */
export function keepSources(db: Database, clock: Clock): (ids: readonly string[]) => Promise<Sources> {
  let kept: { sources: Sources; readAt: number } | null = null

  const isFresh = (readAt: number) => {
    const age = clock.now() - readAt
    return age >= 0 && age < FRESH_MS
  }

  return async (ids) => {
    if (kept !== null && isFresh(kept.readAt) && ids.every((id) => kept?.sources.has(id))) return kept.sources
    const readAt = clock.now()
    const rows = await db.selectFrom('source').selectAll().execute()
    const sources = new Map(rows.map((source) => [source.id, source]))
    kept = { sources, readAt }
    return sources
  }
}
