import type { FieldReport } from './field-report.ts'
import type { ImportRun } from './import-run.ts'

/** `created + changed + unchanged + pending + excluded + rejected` equals `rowsRead`. */
export type ImportSummary = {
  fileName: string
  /** Under which it can be undone; 0: nothing was stored. */
  number: number
  rowsRead: number
  /** Rows whose company or record is new, changed, or unchanged. */
  created: number
  changed: number
  unchanged: number
  /** Rows stored until their company exists: they have a code or key only, and no company has it yet. */
  pending: number
  /** Rows that the law excludes from publication. */
  excluded: number
  rejected: number
  /** Rows that an interrupted run had imported before. */
  resumedAt: number
  /** Whether nothing was done because the same import is done already. */
  skipped: boolean
  /** Names that two companies with different codes have; they stay two companies. */
  sharedNames: readonly string[]
  /** Columns of the file that the mapping does not read. */
  unusedColumns: string[]
  /** How the file was read; empty for a plain one (`Table`). */
  format: string
  /** Values that were not valid or not known, of rows that were stored without them. */
  lostFields: FieldReport
  /** Why rows were rejected, by the field that cost the row; empty text: the whole row. */
  rejectedFields: FieldReport
  /** Values that an operator should look at. */
  warnings: FieldReport
}

/** What a stopped import has stored, and how to go on or back. */
export function whatIsStored({ rows_read, created, changed, rejected }: ImportRun, number: number): string {
  const rows = rows_read - rejected
  return [
    `已存入前 ${rows_read} 行中的 ${rows} 行（新增 ${created}，更新 ${changed}）。`,
    '放宽 --max-rejects 后再运行，会从中断处继续；改正文件后再运行，已存入的行不会重复；',
    `要撤销已存入的部分：npm run admin -- imports undo ${number}`,
  ].join('')
}

export function summaryOf(
  run: ImportRun,
  rest: Omit<ImportSummary, 'fileName' | 'rowsRead' | keyof ReturnType<typeof countsOf>>,
): ImportSummary {
  return { fileName: run.file_name, rowsRead: run.rows_read, ...countsOf(run), ...rest }
}

export function countsOf({ created, changed, unchanged, pending, excluded, rejected }: ImportRun) {
  return { created, changed, unchanged, pending, excluded, rejected }
}
