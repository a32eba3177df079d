import type { ExportRow } from './personal-data.ts'

/** First characters that a spreadsheet reads as a formula (SECURITY §4), also in full width. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u

/** Excel reads the file as UTF-8 because of this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A quoted cell. An apostrophe in front of a formula makes it text. */
function cell(value: ExportRow[string]): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value
  return `"${(formulaStart.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Rows as CSV (RFC 4180) with the headings of the first row. Empty without rows. */
export function csvOf(rows: readonly ExportRow[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const headings = Object.keys(first)
  const lines = [headings.map(cell), ...rows.map((row) => headings.map((heading) => cell(row[heading] ?? null)))]
  return `${BYTE_ORDER_MARK}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}
