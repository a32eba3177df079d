import type { Clock } from '../domain/clock.ts'
import type { IndexableCompany } from '../domain/company/indexable-company.ts'
import type { Logger } from '../platform/log/logger.ts'

/**
 * One row of the change table. `seq`, `companyId` and `at` together identify the row: another store with the same `seq`
 * has another company or another time.
 */
export type CompanyChange = { seq: number; companyId: string; at: number }

/** Ids from `from` on, and before `before`. */
export type IdRange = { from?: string; before?: string }

/** What the index reads from the records. The database implements it; tests implement it in memory. */
export type CompanySource = {
  /** Names the set of companies that this source returns. An index with another scope is rebuilt. */
  scope: string
  /**
   * The newest change; null when the change table is empty. No change with a smaller `seq` may appear after this call
   * returns.
   */
  lastChange(): Promise<CompanyChange | null>
  /**
   * The changes with `change.seq` < `seq` <= `upTo`, in ascending order, at most `limit`. null when the table does not
   * contain `change`: it belongs to another store, or the table no longer reaches back so far.
   */
  changesAfter(change: CompanyChange, upTo: number, limit: number): Promise<CompanyChange[] | null>
  /** All companies, those of a range, or those of some ids that exist, in ascending order of id, each once. */
  companies(which?: readonly string[] | IdRange): AsyncIterable<IndexableCompany>
  /** Whether there are more than this many companies. */
  hasMoreThan(count: number): Promise<boolean>
  /** Deletes changes older than `before` (milliseconds), never one with `seq` >= `from`. */
  pruneChanges(before: number, from: number): Promise<void>
}

/** An index that was not in use for longer than this is rebuilt. */
const CHANGE_RETENTION_MS = 7 * 86_400_000
const PRUNE_EVERY_MS = 3_600_000

type PrunerDeps = { source: CompanySource; clock: Clock; log: Pick<Logger, 'warn'> }

/** Deletes old changes that the index contains, once an hour. `position`: the newest change in the index. */
export function createChangePruner({ source, clock, log }: PrunerDeps) {
  let prunedAt = Number.NEGATIVE_INFINITY
  return async (position: CompanyChange | null) => {
    if (position === null || clock.now() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = clock.now()
    await source
      .pruneChanges(clock.now() - CHANGE_RETENTION_MS, position.seq)
      .catch((error: unknown) => log.warn('search.changes-not-pruned', { error }))
  }
}

export const isSameChange = (a: CompanyChange | null, b: CompanyChange | null): boolean =>
  a === null || b === null ? a === b : a.seq === b.seq && a.at === b.at && a.companyId === b.companyId
