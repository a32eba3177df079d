import type { IndexableCompany } from '../domain/company/indexable-company.ts'

/** One change of a company, as the records count them. Two stores do not share one. */
export type CompanyChange = { seq: number; companyId: string; at: number }

/** The records, as an index follows them. */
export type CompanySource = {
  /** Which companies are told of. An index over others is not used. */
  scope: string
  /** The newest change behind which no older one can still appear; null where nothing was ever changed. */
  lastChange(): Promise<CompanyChange | null>
  /**
   * What came after `change` up to the number `upTo`, in order, at most `limit`.
   * null where the records do not hold `change`: they are another store, or have forgotten what is so old.
   */
  changesAfter(change: CompanyChange, upTo: number, limit: number): Promise<CompanyChange[] | null>
  /** Every company once, or those of `ids` that exist, in the order of their ids. */
  companies(ids?: readonly string[]): AsyncIterable<IndexableCompany>
  /** Forgets changes from before an instant, but none from number `from` on. */
  pruneChanges(before: number, from: number): Promise<void>
}

export const isSameChange = (a: CompanyChange | null, b: CompanyChange | null): boolean =>
  a === null || b === null ? a === b : a.seq === b.seq && a.at === b.at && a.companyId === b.companyId
