import type { Clock } from '../../domain/clock.ts'
import { chinaDayOf } from './file-event-store.ts'
import type { EventStore } from './tracked-event.ts'

const DAY_MS = 86_400_000

/** Drops the days older than `keptDays`. A repeated run changes nothing. */
export async function dropOldDays(store: EventStore, clock: Clock, keptDays: number): Promise<void> {
  const first = chinaDayOf(clock.now() - keptDays * DAY_MS)
  for (const day of await store.days()) if (day < first) await store.dropDay(day)
}
