import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'
import type { ExportRow } from '../../platform/personal-data/personal-data.ts'
import { REJECTS_ENDING } from '../file/rejects.ts'
import { textOfValue } from '../file/value-readers.ts'
import { ImportRefused } from '../input/import-refused.ts'

/** Rows of the file at most; a file with more is read on the machine of the import. */
export const REJECT_ROWS = 10_000

/** A line of the file of rejected rows. */
export const rejectSchema = z.object({
  line: z.int(),
  field: z.nullish(z.string()),
  value: z.optional(z.unknown()),
  reason: z.string(),
  rowStored: z.optional(z.boolean()),
})

function rowOf(line: string): ExportRow {
  const { line: number, field, value, reason, rowStored } = z.parse(rejectSchema, JSON.parse(line))
  return { 行: number, 字段: field ?? '整行', 值: textOfValue(value), 原因: reason, 其余已收录: rowStored === true }
}

/** The rows of an import that were not stored, and values that were left out of stored ones. */
export const createImportRejects = ({ db, operatorAudit }: { db: Database; operatorAudit: AppendOperatorAudit }) => ({
  /** As CSV. @throws ImportRefused for an unknown import, and when the file is not here */
  async export({ number, operator }: { number: number; operator: string }): Promise<{ csv: string; rows: number }> {
    const numbered = await db
      .selectFrom('import_history')
      .select('rejects_file as file')
      .where('number', '=', number)
      .executeTakeFirst()
    if (numbered === undefined) throw new ImportRefused(`没有编号为 ${number} 的导入。`)
    const { file } = numbered
    if (file === null || !file.endsWith(REJECTS_ENDING)) throw new ImportRefused('这次导入没有存下未收录的行。')
    const rows: ExportRow[] = []
    try {
      for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
        rows.push(rowOf(line))
        if (rows.length === REJECT_ROWS) break
      }
    } catch {
      throw new ImportRefused(`没有未收录的行，或它们在运行导入的机器上：${file}`)
    }
    const subject = String(number)
    await operatorAudit(db, { operator, action: 'importRejectsExported', subject })
    return { csv: csvOf(rows), rows: rows.length }
  },
})
