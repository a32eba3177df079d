import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { DateText, Flag, Instant } from './company.ts'

/**
 * State of a record as its sources report it: current, history (历史, 已移出, 已修复), disputed, or withdrawn (已撤销, never
 * shown). Dates and our own corrections are evaluated when the record is read.
 */
export type RecordStanding = 'current' | 'history' | 'disputed' | 'withdrawn'

/** One record of one source, or merged from the statements of several (`record_source`). */
export type RecordTable = {
  /** Derived from the kind and the record's identity: the same on every machine. */
  id: string
  kind: RecordKindKey
  /** The leading source, and its as-of. */
  source_id: string
  as_of: string | null
  source_url: string | null
  /** One of the words of PRODUCT B0. */
  status: string
  standing: RecordStanding
  published_on: DateText | null
  /** Last day of publication; null for no end. */
  display_until: DateText | null
  removed_on: DateText | null
  removed_reason: string | null
  /** When an objection marked the record; null without an open one. Imports do not change it. */
  disputed_at: Instant | null
  /** Whether the record is suppressed, hidden until an objection is decided, or states a hidden number. */
  is_hidden: Flag
  /** Whether its number is in `hidden_number`. */
  is_number_hidden: 1 | null
  /** JSON: [subject key, identity or null] of each subject. */
  subjects: string
  /**
   * JSON: name, credit code and registration number of the company that the columns beside the fields state; null for
   * none.
   */
  about: string | null
  /**
   * JSON: the stated fields of the kind, unmasked. `cid` of a party is a subject key here, and null when it cannot be
   * linked.
   */
  content: string
  is_demo: Flag
  updated_at: Instant
  /** Number of the only import that stated it; 0: several, their statements are in `record_statement`; null: older. */
  only_run: number | null
}

/** The statement of each source, for records of several sources. */
export type RecordSourceTable = {
  record_id: string
  source_id: string
  as_of: string | null
  source_url: string | null
  /** JSON: the row that `record` would have with this source alone. */
  statement: string
}

/**
 * One row per record and subject, with everything that counting, filtering and sorting need: lists and counts read this
 * table alone. `subject_key` is `c:` and a credit code, else `r:` and a registration number, else `n:` and the
 * normalised full name (domain/names/company-name.ts). Companies look up their keys when they are read. A contact has
 * another row under `t:` and its number, which no company looks up; a holding has one under `h:` and the key of the other company
 * that it names, which only ownership reads (domain/records/parties.ts).
 */
export type RecordSubjectTable = {
  subject_key: string
  kind: RecordKindKey
  record_id: string
  /** Part of the company in the record; in a row under `t:` the key of the company that publishes the number. */
  identity: string | null
  /** 3 高, 2 中, 1 提示, 0 no risk. */
  severity: number
  standing: RecordStanding
  /** Copies of the record's columns. */
  published_on: DateText | null
  display_until: DateText | null
  removed_on: DateText | null
  is_disputed: Flag
  is_hidden: Flag
  /** `|name=value|name=value|`: facets of the list. Empty for none. */
  facets: string
  /** `|（2024）演0101执1号|`: cases of the record. Empty for none. */
  cases: string
  /** Sort key of kinds that are not sorted by publication; null for the others. */
  sort_value: number | null
}

/** A code that records state together with a name: finds the records of a company whose own code is unknown. */
export type SubjectNameTable = { name_key: string; subject_key: string }

/** A source that is connected to a kind, with the newest as-of that was read. */
export type RecordFeedTable = {
  kind: RecordKindKey
  source_id: string
  as_of: string | null
  is_demo: Flag
  imported_at: Instant
  /** What the source covers (domain/records/record-coverage.ts); null: never stated, read as `named`. */
  covers: string | null
}

/**
 * A record, or a person at a company, that must not be shown whatever is imported. A person has one row per subject key
 * of the company, all with the same id (records/suppressions.ts).
 */
export type SuppressionTable = {
  id: string
  record_id: string | null
  person_name: string | null
  subject_key: string | null
  reason: string
  created_at: Instant
}

export type RecordTables = {
  record: RecordTable
  record_source: RecordSourceTable
  record_subject: RecordSubjectTable
  subject_name: SubjectNameTable
  record_feed: RecordFeedTable
  /** One row: a counter of changes. */
  record_revision: { revision: number }
  suppression: SuppressionTable
}
