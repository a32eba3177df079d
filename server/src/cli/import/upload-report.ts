import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { REPORT_ROWS, type UploadReport } from '@baiqicha/contract/desk/uploads'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import { textOfValue } from '../../importers/file/value-readers.ts'
import { rejectSchema } from '../../importers/undo/import-rejects.ts'
import { type ImportReport, importFieldLabel, type ReportOptions } from '../import-report.ts'

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
