import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import nodePath from 'node:path'
import type { ImportRunTable } from '../../platform/database/tables/company.ts'
import { ImportRefused, unopened } from '../input/import-refused.ts'
import type { RowProblem } from './value-readers.ts'

/** A row that was not stored. `line` counts from 1; `field` is null when the whole row is invalid. */
export type Reject = RowProblem & {
  line: number
  /** The row was stored without this value. */
  rowStored?: true
}

export const lostIn = (line: number, problems: readonly RowProblem[]): Reject[] =>
  problems.map((problem) => ({ line, ...problem, rowStored: true }))

export const REJECTS_ENDING = '.rejects.ndjson'

/** `folder`: default the folder of the file. */
export const rejectsPathOf = (file: string, folder = nodePath.dirname(file)) =>
  nodePath.join(folder, `${nodePath.basename(file)}${REJECTS_ENDING}`)

function openToWrite(path: string, flags: string): number {
  try {
    return openSync(path, flags)
  } catch (error) {
    throw unopened(`未收录的行写不进 ${nodePath.basename(path)}，请用 --rejects 指定可写的文件夹`, error)
  }
}

/** Opens the file of rejected rows and truncates it to the committed length of an earlier run. */
export function openRejects(path: string, committedBytes: number) {
  let bytes = committedBytes
  const handle = openToWrite(path, committedBytes === 0 ? 'w' : 'r+')
  ftruncateSync(handle, committedBytes)
  return {
    /** Appends the rejects. Returns the length of the file in bytes. */
    add: (rejects: readonly Reject[]): number => {
      if (rejects.length === 0) return bytes
      const text = Buffer.from(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
      for (let written = 0; written < text.length; ) {
        written += writeSync(handle, text, written, text.length - written, bytes + written)
      }
      bytes += text.length
      return bytes
    },
    /** Closes the file, and removes it when it is empty. */
    close: (): void => {
      closeSync(handle)
      if (bytes === 0) rmSync(path, { force: true })
    },
  }
}

export const DEFAULT_MAX_REJECT_SHARE = 0.01
/** Fewer rows do not stop an import: their share is not significant. */
const SHARE_COUNTS_FROM = 1_000

/** @throws ImportRefused when too many of the rows so far are rejected */
export function stopAboveLimit(run: Pick<ImportRunTable, 'rows_read' | 'rejected'>, limit = DEFAULT_MAX_REJECT_SHARE) {
  if (run.rows_read < SHARE_COUNTS_FROM || run.rejected <= run.rows_read * limit) return
  const percent = ((run.rejected / run.rows_read) * 100).toFixed(1)
  throw new ImportRefused(
    `已读 ${run.rows_read} 行，其中 ${percent}% 未能收录，超过上限，已停止。改正后再运行，或用 --max-rejects 放宽。`,
  )
}

const EXAMPLES = 3

type Example = { line: number; value: string | undefined; reason: string }

/** Values with a problem by field: how many, and the first of them. */
export type FieldReport = Map<string, { count: number; examples: Example[] }>

export function addProblems(report: FieldReport, line: number, problems: readonly RowProblem[]): void {
  for (const { field, value, reason } of problems) {
    const of = report.get(field ?? '') ?? { count: 0, examples: [] }
    of.count += 1
    if (of.examples.length < EXAMPLES) of.examples.push({ line, value, reason })
    report.set(field ?? '', of)
  }
}
