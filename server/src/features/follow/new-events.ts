import type { CompanySubjects } from '../../records/company-subjects.ts'
import type { CompanyEventRepository } from './company-event.repository.ts'
import { type ListedEvent, mergeFeed, type ShownEvent, viewOfEvent } from './event-feed.rules.ts'

/** A company, from which event on its events are read, and when the reader followed it. */
export type Watched = { subjects: CompanySubjects; after: number; fromSeq: number }

export type ReadFeedOptions = Parameters<CompanyEventRepository['find']>[1] & { today: string }

/** The newest shown events of companies, newest first. */
export async function readFeed(
  events: CompanyEventRepository,
  watched: readonly Watched[],
  { today, ...options }: ReadFeedOptions,
): Promise<{ events: ShownEvent<ListedEvent>[]; isCut: boolean }> {
  const rows = await events.find(watched, options)
  const namesPersons = rows.some(({ person_before, person_after }) => person_before !== null || person_after !== null)
  const suppressedPersons = namesPersons
    ? await events.suppressedPersons(watched.map(({ subjects }) => subjects))
    : new Set<string>()
  const fromSeqs = new Map(watched.map(({ subjects, fromSeq }) => [subjects.company.id, fromSeq]))
  return mergeFeed(rows, options.perKey, (row) =>
    viewOfEvent(row, { today, fromSeq: fromSeqs.get(row.company_id) ?? 0, suppressedPersons }),
  )
}
