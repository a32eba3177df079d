import type { Input } from '../input/open-input.ts'
import type { Table } from '../input/table-rows.ts'
import type { Mapping } from './mapping.ts'

/** Options of every import. */
export type FileRequest<Field extends string> = {
  file: string
  sourceId: string
  mapping: Mapping<Field>
  /** Reads the rows of another format as those of the mapping. Absent: `openTable`. */
  openRows?: (content: Input['content']) => Promise<Table>
  /** Reads and validates everything, stores nothing. */
  dryRun?: boolean
  /** Size of the file from which its batches are written beside the reading of the next ones. Bytes. */
  largeFrom?: number
  /** Returns at once when the same import is done already. */
  skipIfDone?: boolean
  /** Writes no events for followers, as for data that ship. */
  withoutEvents?: boolean
  /** As in `cli:zhang`, for the audit of operators. Absent: the server, which loads the data that ship. */
  operator?: string
  /** Where the import was started, for the same audit. Absent: the name of this machine. */
  origin?: string
  /** Maximal share of rejected rows, 0 to 1; above it the import stops. */
  maxRejectShare?: number
  /** File for the rejected rows. null: none is written, and the first rejected row stops the import. */
  rejectsFile: string | null
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  fileName: string
  rowsRead: number
  rejected: number
  /** Share of the file that is read, 0 to 1. */
  share: number
}

/** Loads the data that ship. */
export const STARTER_OPERATOR = 'server:starter'
