import type { Value } from './bulk-table.ts'

/** Characters that the text format of COPY escapes. */
const escaped = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function copyValue(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return escaped.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] ?? one) : value
}

/** Rows in the text format of PostgreSQL's COPY; `values` row by row, `width` in each. */
export function copyText(values: readonly Value[], width: number): string {
  let text = ''
  for (let at = 0; at < values.length; at += 1) {
    text += copyValue(values[at] ?? null) + ((at + 1) % width === 0 ? '\n' : '\t')
  }
  return text
}
