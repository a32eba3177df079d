import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { createClickHouseEventStore } from './clickhouse-event-store.ts'
import { createDatabaseEventStore } from './database-event-store.ts'
import { createFileEventStore, trackingDirectory } from './file-event-store.ts'
import type { EventStore } from './tracked-event.ts'

export type EventStoreLocation = {
  /** ClickHouse. Empty: beside the database. */
  trackingUrl?: string | undefined
  dataDir: string
}

/** The store of events: ClickHouse if it is set, else PostgreSQL partitions or files, as the database. */
export function openEventStore({ trackingUrl, dataDir }: EventStoreLocation, { kind, db }: OpenDatabase): EventStore {
  if (trackingUrl) return createClickHouseEventStore(trackingUrl)
  return kind === 'postgres' ? createDatabaseEventStore(db) : createFileEventStore(trackingDirectory(dataDir))
}

/** Drops the days older than `keptDays`. A repeated run changes nothing. */
export async function dropOldDays(store: EventStore, clock: Clock, keptDays: number): Promise<void> {
  const first = chinaDay(clock.now() - keptDays * DAY_MS)
  for (const day of await store.days()) if (day < first) await store.dropDay(day)
}
