import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { DateText, Flag, Instant } from './company.ts'

/**
 * What has become of a record by its sources' own words: it stands, it is history (历史, 已移出, 已修复), it is disputed, or
 * it was withdrawn (已撤销) and is shown nowhere. The clock and our own corrections are looked at when it is read.
 */
export type RecordStanding = 'current' | 'history' | 'disputed' | 'withdrawn'

/** One record, told by one source or put together from several (`record_source`). */
export type RecordTable = {
  /** Made from the kind and what identifies a record of it: the same on every machine. */
  id: string
  kind: RecordKindKey
  /** The source whose word counts, and as of when it was told. */
  source_id: string
  as_of: string | null
  source_url: string | null
  /** In the words of PRODUCT B0. */
  status: string
  standing: RecordStanding
  published_on: DateText | null
  /** Last day it may be shown; null: no end. */
  display_until: DateText | null
  removed_on: DateText | null
  removed_reason: string | null
  /** When an objection marked it; null: none is open. Imports leave it alone. */
  disputed_at: Instant | null
  /** Suppressed, or shielded until an objection is decided. Imports leave it alone. */
  is_hidden: Flag
  /** JSON: [subject key, identity or null] of everyone it is about. */
  subjects: string
  /** JSON: name, credit code, registration number of the company as columns beside the fields told it; null where none did. */
  about: string | null
  /**
   * JSON: those fields of its kind that were told; masked on their way out. `cid` of a party is its subject key until it
   * is read, null where it cannot be linked.
   */
  content: string
  is_demo: Flag
  updated_at: Instant
}

/** What each source says of a record, once there are several. */
export type RecordSourceTable = {
  record_id: string
  source_id: string
  as_of: string | null
  source_url: string | null
  /** JSON: all that this source tells, as it would stand in `record` were it the only one. */
  statement: string
}

/**
 * A record under each of those it is about, with all that counting, choosing and ordering take: lists and counts read this
 * table alone. `subject_key` is `c:` and a credit code, `r:` and a registration number or, where neither was told, `n:`
 * and the normalised full name (domain/company-name.ts); companies are found by theirs when they are read.
 */
export type RecordSubjectTable = {
  subject_key: string
  kind: RecordKindKey
  record_id: string
  identity: string | null
  /** 3 高, 2 中, 1 提示, 0 no risk. */
  severity: number
  standing: RecordStanding
  /** Copies of the record's own. */
  published_on: DateText | null
  display_until: DateText | null
  removed_on: DateText | null
  is_disputed: Flag
  is_hidden: Flag
  /** `|name=value|name=value|`: what its list can be narrowed by. Empty for none. */
  facets: string
  /** `|（2024）演0101执1号|`: the cases it belongs to. Empty for none. */
  cases: string
  /** What the kind is ordered by instead of publication; null for the others. */
  sort_value: number | null
}

/** A code that records tell under a name: finds the records of a company whose own code is not known. */
export type SubjectNameTable = { name_key: string; subject_key: string }

/** What was imported of a kind: that source is connected, and has been read until then. */
export type RecordFeedTable = {
  kind: RecordKindKey
  source_id: string
  as_of: string | null
  is_demo: Flag
  imported_at: Instant
}

/** One row: how often records have changed. */
export type RecordRevisionTable = { revision: number }

/**
 * What must not be shown, whatever is imported: a record, or a person at a company. A person has a row of the same id for
 * each key that records of the company may be stored under (records/suppressions.ts).
 */
export type SuppressionTable = {
  id: string
  record_id: string | null
  person_name: string | null
  subject_key: string | null
  reason: string
  created_at: Instant
}
