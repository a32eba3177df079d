import type { Table, TableRow } from '../input/table-rows.ts'
import type { NumberedImport } from './import-history.ts'
import type { ImportRun } from './import-run.ts'
import type { FieldReport, Reject } from './rejects.ts'

/** A file whose header and mapping are checked. */
export type OpenFile = {
  fileName: string
  table: Table
  /** Updated and stored with each batch. */
  run: ImportRun
  /** Updated with each batch, and stored at the end. Its number is 0 in a dry run. */
  numbered: NumberedImport
  /** Whether an interrupted import resumes; always false in a dry run. */
  isResumed: boolean
  /** Whether the file is so large that preparing the store for it pays. */
  isLarge: boolean
  isDryRun: boolean
  /** Names that two companies with different codes have, updated with each batch. */
  sharedNames: Set<string>
  /** Updated with each batch, as those of the summary. */
  lostFields: FieldReport
  warnings: FieldReport
  /** Called before the commit, with the rejected rows in the order of the file. */
  onRejected: (rejects: readonly Reject[]) => void
}

/** Processes the rows in batches, then `finish` within the last transaction. */
export type FileWork = {
  /**
   * Reads and resolves a batch, and returns the function that stores it. Meanwhile the batch before is being stored:
   * `stored` resolves when it is.
   */
  prepare: (rows: readonly TableRow[], stored: Promise<void>) => Promise<() => Promise<void>>
  finish: () => Promise<void>
}

/** Prepares each batch while the one before is being stored. Every batch that was prepared is stored, also on failure. */
export async function storeBatches(work: FileWork, batches: AsyncIterable<TableRow[]>, afterBatch: () => void) {
  let stored = Promise.resolve()
  try {
    for await (const rows of batches) {
      const store = await work.prepare(rows, stored)
      await stored
      stored = store()
      // Reported by the next `await`.
      stored.catch(() => {})
      afterBatch()
    }
  } finally {
    await stored
  }
}
