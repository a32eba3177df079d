import type { RecordView } from '@baiqicha/contract/records/record'
import { type RawBuilder, sql } from 'kysely'
import type { RecordStanding } from '../platform/database/tables/record.ts'

/** Calendar day in China, where every source is: YYYY-MM-DD. */
export const todayOf = (now: number): string => new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)

export type VisibilityFacts = {
  standing: RecordStanding
  display_until: string | null
  removed_on: string | null
  is_disputed: 0 | 1
  is_hidden: 0 | 1
}

/**
 * Where a record stands today, by what is stored and the clock alone; null: it is shown nowhere. What its source removed is
 * history at once, whatever else is said of it; past its last day it is gone, without any job.
 */
export function visibilityOf(facts: VisibilityFacts, today: string): RecordView | null {
  const { standing, display_until: until, removed_on: removed } = facts
  if (facts.is_hidden === 1 || standing === 'withdrawn' || (until !== null && until < today)) return null
  if (standing === 'history' || (removed !== null && removed <= today)) return 'history'
  return standing === 'disputed' || facts.is_disputed === 1 ? 'disputed' : 'current'
}

/** The same in SQL, over the columns of `record_subject`: whether it is shown at all. */
export const isShown = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(is_hidden = 0 and standing <> 'withdrawn' and (display_until is null or display_until >= ${today}))`

/** The same in SQL, of those that are shown: 'current', 'disputed' or 'history'. */
export const visibilityInSql = (today: string): RawBuilder<RecordView> =>
  sql<RecordView>`(case
    when standing = 'history' or (removed_on is not null and removed_on <= ${today}) then 'history'
    when standing = 'disputed' or is_disputed = 1 then 'disputed'
    else 'current' end)`
