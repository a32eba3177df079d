import type { EventChange } from '@baiqicha/contract/follow'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import { personKey } from '../../domain/records/person-name.ts'
import type { Flag, Instant } from '../../platform/database/tables/company.ts'
import type { RecordStanding } from '../../platform/database/tables/record.ts'
import { type VisibilityFacts, visibilityOf } from '../../records/record-visibility.ts'
import { personNamesIn } from '../../records/suppressions.ts'

/** An event with what decides whether it is shown. Record columns are null for a fact, and for a record without the subject. */
export type ListedEvent = {
  company_id: string
  subject_key: string
  seq: number
  kind: RecordKindKey | 'fact'
  change: EventChange
  record_id: string | null
  field: string | null
  /** Former and present legal representative; null for other events. */
  person_before: string | null
  person_after: string | null
  imported_at: Instant
  is_late: Flag
  standing: RecordStanding | null
  display_until: string | null
  removed_on: string | null
  is_disputed: Flag | null
  is_hidden: Flag | null
}

/** Which events a user sees of a company. `fromSeq`: newest event when the user followed it. */
export type Viewing = { today: string; fromSeq: number; suppressedPersons: ReadonlySet<string> }

const namesSuppressed = ({ person_before, person_after }: ListedEvent, persons: ReadonlySet<string>) =>
  persons.size > 0 &&
  [person_before, person_after].some(
    (names) => names !== null && personNamesIn(names).some((name) => persons.has(personKey(name))),
  )

/** `withdrawn`: only that a record of the kind was removed. */
export type EventView = RecordView | 'fact' | 'withdrawn'

/**
 * How an event is shown; null: neither shown nor counted. It follows its record. A record that its source withdrew is not
 * shown, so its other events are not; the withdrawal itself is, without anything of the record, to those who followed the
 * company then.
 */
export function viewOfEvent(event: ListedEvent, { today, fromSeq, suppressedPersons }: Viewing): EventView | null {
  if (event.kind === 'fact') return namesSuppressed(event, suppressedPersons) ? null : 'fact'
  const { standing, display_until, removed_on, is_disputed, is_hidden } = event
  if (standing === null || is_hidden !== 0) return null
  const facts: VisibilityFacts = { standing, display_until, removed_on, is_disputed: is_disputed ?? 0, is_hidden }
  if (standing !== 'withdrawn') return visibilityOf(facts, today)
  const isExpired = display_until !== null && display_until < today
  return event.change === 'removed' && event.seq > fromSeq && !isExpired ? 'withdrawn' : null
}

export type ShownEvent<Event> = Event & { view: EventView }
/** `isCut`: older events may exist that were not read. */
export type Feed<Event> = { events: ShownEvent<Event>[]; isCut: boolean }

/**
 * Merges the newest `perKey` rows of each subject key: the shown events, newest first, each once per company. A key of
 * which `perKey` rows were read may have older ones, so the merged list ends at the oldest row of such a key.
 */
export function mergeFeed<Event extends ListedEvent>(
  rows: readonly Event[],
  perKey: number,
  viewOf: (row: Event) => EventView | null,
): Feed<Event> {
  let oldest = 0
  for (const ofKey of Map.groupBy(rows, (row) => `${row.company_id} ${row.subject_key}`).values()) {
    if (ofKey.length >= perKey) oldest = Math.max(oldest, Math.min(...ofKey.map(({ seq }) => seq)))
  }
  const seen = new Set<string>()
  const events = rows
    .filter(({ seq }) => seq >= oldest)
    .toSorted((a, b) => b.seq - a.seq)
    .flatMap((row) => {
      const view = viewOf(row)
      // A record may name a company by code and by name: two subjects, one event.
      const event = `${row.company_id} ${row.record_id ?? row.seq} ${row.change} ${row.imported_at}`
      if (view === null || seen.has(event)) return []
      seen.add(event)
      return [{ ...row, view }]
    })
  return { events, isCut: oldest > 0 }
}
