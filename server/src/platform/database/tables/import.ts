import type { UploadState } from '@baiqicha/contract/desk/uploads'
import type { Instant } from './company.ts'

/** `stopped`: its stored rows remain. `undoing`: its undo was interrupted. */
export type ImportState = 'running' | 'stopped' | 'done' | 'undoing' | 'undone'

/** Imports that stored rows, in their order. */
export type ImportHistoryTable = {
  number: number
  /** As in `import_run`. */
  run_id: string
  /** `companies`, or the kind of the records. */
  kind: string
  source_id: string
  /** JSON: ids of all sources that its mapping names. */
  sources: string
  operator: string
  file_name: string
  /** SHA-256 of the file. */
  file_hash: string
  state: ImportState
  /** JSON: counts of rows. */
  counts: string
  /** Rows not stored again, because an earlier import of the source stored the same. */
  repeated: number
  /** JSON: what the source covered and its as-of before and after; null: not changed. */
  feed: string | null
  /** When the newest earlier import of the source ended; null: none. */
  imported_before: Instant | null
  /** Absolute path of the file of rejected rows on the machine of the import; null: none, or not known. */
  rejects_file: string | null
  started_at: Instant
  ended_at: Instant
}

/** What one import stated about a company that several imports stated. */
export type CompanyStatementTable = {
  company_id: string
  /** 0: imports older than the numbers. */
  run: number
  /** Sorts the statements of a run in the order of its file. */
  place: string
  /** JSON: a row, or all rows of the run as one draft. */
  content: string
}

/** What one import stated about a record that several imports stated: as in `record_source`. */
export type RecordStatementTable = { record_id: string; run: number; source_id: string; statement: string }

/** A company that operators took out; imports leave out rows with its codes, keys or names. */
export type CompanyRemovalTable = {
  company_id: string
  name: string
  /** JSON: names without any code or key in the row. */
  name_keys: string
  credit_code: string | null
  registration_number: string | null
  /** JSON: qualified keys of its sources. */
  source_keys: string
  /** JSON: its statements, stored again when it is lifted; null: deleted. */
  content: string | null
  reason: string
  operator: string
  created_at: Instant
}

/** A file that an operator uploads for an import. The file is on one machine. */
export type ImportUploadTable = {
  id: string
  file_name: string
  /** Bytes. */
  size: number
  /** JSON: SHA-256 of each piece, in order. */
  pieces: string
  /** Name of the machine that has the file. */
  host: string
  operator: string
  state: UploadState
  /** `companies`, or a kind of records; null: not chosen yet, as the next. */
  kind: string | null
  source_id: string | null
  /** null: as stated before. */
  covers: string | null
  /** JSON: fields of columns as the operator corrected them; null: as proposed. */
  columns: string | null
  /** Why the last run ended early; null: it did not. */
  failure: string | null
  /** JSON: of the running or last run. */
  progress: string | null
  /** JSON: report of the last dry run. */
  dry_run: string | null
  /** JSON: report of the import. */
  report: string | null
  stop_requested: 0 | 1
  created_at: Instant
  /** Of the last piece, step of an operator, or sign of life of a run. */
  touched_at: Instant
}

export type ImportTables = {
  import_history: ImportHistoryTable
  company_statement: CompanyStatementTable
  record_statement: RecordStatementTable
  company_removal: CompanyRemovalTable
  import_upload: ImportUploadTable
  /** Columns that an operator saved for files of a source and kind. */
  import_mapping: {
    source_id: string
    kind: string
    /** JSON: fields by the names of columns. */
    columns: string
    operator: string
    saved_at: Instant
  }
}
