import type { Clock } from '../domain/clock.ts'
import type { Database } from './database/database.ts'
import type { SourceTable } from './database/tables/company.ts'
import { keepFresh } from './keep-fresh.ts'

type Sources = ReadonlyMap<string, SourceTable>

/** Sources are renamed by hand, if ever: for so long one may still be told by its old words. */
const FRESH_MS = 1_000

/**
 * The sources by id, kept for a second: every company page tells them and they hardly ever change. One that is asked
 * for and not among them is looked up at once.
 */
export function keepSources(db: Database, clock: Clock): (ids: readonly string[]) => Promise<Sources> {
  const read = async (): Promise<Sources> => {
    const rows = await db.selectFrom('source').selectAll().execute()
    return new Map(rows.map((source) => [source.id, source]))
  }
  const sources = keepFresh({ clock, read, milliseconds: FRESH_MS })
  return (ids) => sources((known) => ids.every((id) => known.has(id)))
}
