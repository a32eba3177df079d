import type { RecordView } from '@baiqicha/contract/records/record'
import { type RawBuilder, sql } from 'kysely'
import type { RecordStanding } from '../platform/database/tables/record.ts'

export type VisibilityFacts = {
  standing: RecordStanding
  display_until: string | null
  removed_on: string | null
  is_disputed: 0 | 1
  is_hidden: 0 | 1
}

/**
 * The view that shows a record on a day; null when no view does. A record removed by its source is history, whatever
 * else is stored; after `display_until` it is not shown. Depends on stored facts and the day only, so no job has to
 * run.
 */
export function visibilityOf(facts: VisibilityFacts, today: string): RecordView | null {
  const { standing, display_until: until, removed_on: removed } = facts
  if (facts.is_hidden === 1 || standing === 'withdrawn' || (until !== null && until < today)) return null
  if (standing === 'history' || (removed !== null && removed <= today)) return 'history'
  return standing === 'disputed' || facts.is_disputed === 1 ? 'disputed' : 'current'
}

/** In SQL, over the columns of `record_subject`: whether `visibilityOf` is not null. */
export const isShown = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(is_hidden = 0 and standing <> 'withdrawn' and (display_until is null or display_until >= ${today}))`

/** In SQL, for shown records: the view that `visibilityOf` returns. */
export const visibilityInSql = (today: string): RawBuilder<RecordView> =>
  sql<RecordView>`(case
    when standing = 'history' or (removed_on is not null and removed_on <= ${today}) then 'history'
    when standing = 'disputed' or is_disputed = 1 then 'disputed'
    else 'current' end)`
