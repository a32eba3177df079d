import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { REPORT_ROWS, type UploadReport } from '@baiqicha/contract/desk/uploads'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import type { Clock } from '../domain/clock.ts'
import { companyLabel, sharedColumnLabel } from '../importers/file/column-synonyms.ts'
import type { ImportProgress } from '../importers/file/import-file.ts'
import type { ImportSummary } from '../importers/file/import-run.ts'
import type { FieldReport } from '../importers/file/rejects.ts'
import { textOfValue } from '../importers/file/value-readers.ts'
import { rejectSchema } from '../importers/undo/import-rejects.ts'

/** Milliseconds between two lines when the output is not a terminal. */
const LINE_EVERY = 5_000
const REDRAW_EVERY = 100

const minutes = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds))
  return whole < 60 ? `${whole} 秒` : `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
}

/** Duration and rows per second. */
export function describePace(rows: number, milliseconds: number): string {
  const seconds = Math.max(milliseconds / 1000, 0.001)
  return `用时 ${minutes(seconds)}，每秒 ${Math.round(rows / seconds)} 行`
}

/** Share read, rows per second, and the estimated time left. */
export function describeProgress(progress: ImportProgress, firstRow: number, elapsed: number): string {
  const seconds = Math.max(elapsed / 1000, 0.001)
  const rate = Math.round((progress.rowsRead - firstRow) / seconds)
  const left = progress.share > 0 ? (seconds / progress.share) * (1 - progress.share) : 0
  const percent = (progress.share * 100).toFixed(0)
  const rejected = progress.rejected > 0 ? `，未收录 ${progress.rejected}` : ''
  return `${progress.fileName}：${percent}%，${progress.rowsRead} 行，每秒 ${rate} 行${rejected}，还需约 ${minutes(left)}`
}

/** Redraws one line in a terminal; elsewhere prints a line every 5 seconds. */
export function createProgressLine(out: NodeJS.WriteStream, clock: Clock) {
  const startedAt = clock.now()
  const interval = out.isTTY ? REDRAW_EVERY : LINE_EVERY
  let shownAt = startedAt
  let firstRow: number | null = null
  let isOpen = false
  return {
    show: (progress: ImportProgress) => {
      firstRow ??= progress.rowsRead
      const now = clock.now()
      if (now - shownAt < interval) return
      shownAt = now
      const line = describeProgress(progress, firstRow, now - startedAt)
      isOpen = out.isTTY
      out.write(out.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
    },
    end: () => {
      if (isOpen) out.write('\r\u001b[K')
      isOpen = false
    },
  }
}

export type ImportReport = ImportSummary & {
  /** Number of records of an open source by the reason why they are not imported. */
  leftOut?: ReadonlyMap<string, number>
}

type ReportOptions = { rejectsFile: string; dryRun: boolean; milliseconds: number; kind: RecordKind | null }

/** The name that people know a field by; `kind`: null for companies. */
export function importFieldLabel(kind: RecordKind | null, field: string): string {
  if (field === '') return '整行'
  return kind === null ? companyLabel(field) : (kind.fields[field]?.label ?? sharedColumnLabel(field))
}

/** Formats the result of an import as lines whose numbers add up. */
export function describeImport(
  summary: ImportReport,
  { rejectsFile, dryRun, milliseconds, kind }: ReportOptions,
): string {
  const stored = summary.created + summary.changed + summary.unchanged
  const parts = [
    `${dryRun ? '可收录' : '收录'} ${stored} 行`,
    ...(summary.pending > 0 ? [`待对应 ${summary.pending} 行`] : []),
    ...(summary.excluded > 0 ? [`${kind === null ? '已隐藏或移除的企业' : '依法不收录'} ${summary.excluded} 行`] : []),
    `未收录 ${summary.rejected} 行`,
  ]
  const lines = [
    `${summary.fileName}：读取 ${summary.rowsRead} 行 = ${parts.join(' + ')}`,
    `  新增 ${summary.created}，更新 ${summary.changed}，无变化 ${summary.unchanged}`,
    `  ${describePace(summary.rowsRead - summary.resumedAt, milliseconds)}`,
  ]
  if (summary.number > 0) lines.push(`  编号 ${summary.number}，撤销：npm run admin -- imports undo ${summary.number}`)
  if (summary.pending > 0) lines.push('  待对应：只有代码、没有名称，所指企业尚未收录；收录后自动并入')
  if (summary.resumedAt > 0) lines.push(`  接着上次的第 ${summary.resumedAt} 行继续`)
  if (summary.format !== '') lines.push(`  识别为：${summary.format}`)
  if (summary.lostFields.size > 0)
    lines.push('  行已收录，但这些值无效，已留空：', ...describeFields(summary.lostFields, '个', kind))
  if (summary.warnings.size > 0) lines.push('  请核对：', ...describeFields(summary.warnings, '个', kind))
  if (summary.rejectedFields.size > 0)
    lines.push('  未收录的行，因为：', ...describeFields(summary.rejectedFields, '行', kind))
  if (summary.rejected > 0 || summary.lostFields.size > 0) lines.push(`  未收录的行、留空的值和原因：${rejectsFile}`)
  if (summary.sharedNames.length > 0) lines.push(`  ${describeSharedNames(summary.sharedNames)}`)
  const leftOut = [...(summary.leftOut ?? [])].map(([reason, records]) => `${reason} ${records} 条`)
  if (leftOut.length > 0) lines.push(`  另有未导入：${leftOut.join('；')}`)
  if (summary.unusedColumns.length > 0) lines.push(`  没有用到的列：${summary.unusedColumns.join('、')}`)
  return lines.join('\n')
}

const describeFields = (report: FieldReport, unit: '个' | '行', kind: RecordKind | null) =>
  [...report].map(([field, { count, examples }]) => {
    const shown = examples.map(
      ({ line, value, reason }) => `第 ${line} 行${value === undefined ? '' : `“${value}”`}${reason}`,
    )
    const names = [...new Set([importFieldLabel(kind, field), field])].filter((name) => name !== '')
    return `    ${names.join(' ')} ${count} ${unit}：${shown.join('；')}`
  })

const SHOWN_NAMES = 3

function describeSharedNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).join('、')
  return `同名而代码不同，按不同企业收录，请核对：${shown}${names.length > SHOWN_NAMES ? ` 等 ${names.length} 个名称` : ''}`
}

/** Exit code of an import that did not stop: 2 when a row or a value was not stored. */
export const exitCodeOf = ({ rejected, lostFields }: ImportSummary): 0 | 2 =>
  rejected > 0 || lostFields.size > 0 ? 2 : 0

const SHOWN_CHARACTERS = 100

type Fields = Map<string, UploadReport['fields'][number]>

/** The rows of the file by field, with the first of each. No file: there are none. */
async function fieldsIn(file: string, kind: RecordKind | null): Promise<Fields> {
  const fields: Fields = new Map()
  const input = createReadStream(file, 'utf8')
  try {
    for await (const text of createInterface({ input })) {
      const { line, field, value, reason, rowStored: isStored = false } = z.parse(rejectSchema, JSON.parse(text))
      const key = field ?? ''
      const of = fields.get(key) ?? { field: key, label: importFieldLabel(kind, key), rejected: 0, lost: 0, first: [] }
      if (isStored) of.lost += 1
      else of.rejected += 1
      if (of.first.length < REPORT_ROWS)
        of.first.push({ line, value: textOfValue(value, SHOWN_CHARACTERS), reason, isStored })
      fields.set(key, of)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return fields
}

/** The result of an import as the desk shows it. */
export async function reportOf(
  summary: ImportReport,
  { rejectsFile, dryRun, milliseconds, kind }: ReportOptions,
): Promise<UploadReport> {
  const { number, rowsRead, created, changed, unchanged, pending, excluded, rejected, format, unusedColumns } = summary
  const fields = [...(await fieldsIn(rejectsFile, kind)).values()]
  return {
    isDryRun: dryRun,
    number,
    rowsRead,
    created,
    changed,
    unchanged,
    pending,
    excluded,
    rejected,
    milliseconds,
    format,
    unusedColumns,
    fields: fields.toSorted((a, b) => b.rejected - a.rejected || b.lost - a.lost),
  }
}
