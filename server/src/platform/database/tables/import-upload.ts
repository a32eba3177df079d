import type { UploadState } from '@baiqicha/contract/desk/uploads'
import type { Instant } from './company.ts'

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

/** Columns that an operator saved for files of a source and kind. */
export type ImportMappingTable = {
  source_id: string
  kind: string
  /** JSON: fields by the names of columns. */
  columns: string
  operator: string
  saved_at: Instant
}
