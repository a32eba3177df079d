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
