import { LATE_EVENT_DAYS } from '@baiqicha/contract/follow'
import { chinaDay, DAY_MS } from '../../domain/clock.ts'
import { type BulkSession, ignoredRows } from '../../platform/database/bulk-session.ts'
import type { CompanyEventTable } from '../../platform/database/tables/follow.ts'
import type { ImportRun } from './import-run.ts'

const companyEventTable = ignoredRows('company_event')

/** An event without what its import adds. */
export type NewEvent = Omit<CompanyEventTable, 'seq' | 'imported_at' | 'run_id' | 'is_late'>

/** Last day of an inexact date, for comparison: 2021 sorts after 2021-06-30, because ~ sorts after digits and hyphens. */
const lastDay = (date: string) => (date.length < 'YYYY-MM-DD'.length ? `${date}~` : date)

/**
 * Whether an event is old at its import (较早事项，近期收录). Without a date of its own an event is as old as the statement of
 * its source; without both it counts as new. `importedAt` in milliseconds.
 */
export function isLateEvent({ event_date, as_of }: Pick<NewEvent, 'event_date' | 'as_of'>, importedAt: number) {
  const date = event_date ?? as_of
  return date !== null && lastDay(date) < chinaDay(importedAt - LATE_EVENT_DAYS * DAY_MS)
}

/** Appends events, within the transaction of the batch that changes their records or companies. */
export async function appendEvents(
  session: BulkSession,
  events: readonly NewEvent[],
  run: Pick<ImportRun, 'id' | 'updated_at'>,
): Promise<void> {
  await session.insert(
    companyEventTable,
    events.map((event) => ({
      ...event,
      imported_at: run.updated_at,
      run_id: run.id,
      is_late: isLateEvent(event, run.updated_at) ? 1 : 0,
    })),
  )
}

/**
 * Decides for each file of one importer whether its changes are events. The files of a first load are not, even when the
 * command imports several: `feed` names what they load.
 */
export function createEventRule() {
  const firstLoads = new Set<string>()
  return (feed: string, { isConnected, withoutEvents }: { isConnected: boolean; withoutEvents: boolean }): boolean => {
    if (!isConnected) firstLoads.add(feed)
    return !withoutEvents && isConnected && !firstLoads.has(feed)
  }
}
export type EventRule = ReturnType<typeof createEventRule>
