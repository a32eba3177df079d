import * as z from 'zod/mini'
import { parseJson } from '../../platform/json.ts'
import type { CsvRecord } from './csv-records.ts'
import { LINE_LIMIT, type TextLine } from './text-lines.ts'
import { quotedCell } from './workbook.ts'

const cut = 'JSON 没有结束，文件不完整'
const tooLong = `一项超过 ${LINE_LIMIT} 字`

/** Where the rows of a document are. */
export type JsonLayout = {
  /** How a row begins: an object, or the list of its cells. */
  opens: '{' | '['
  /** Number of characters before which nothing is a row. */
  from: number
  /** Depth of the rows; null: that of the first array with such rows. */
  depth: number | null
  /** Names of the columns that the document states beside its rows; null: none, or rows state them. */
  header: readonly string[] | null
}

/** Position of a scan between two pieces of text. */
type Scan = Pick<JsonLayout, 'opens'> & {
  /** Characters until the first row may begin. */
  skipped: number
  /** Open brackets. */
  stack: string[]
  isInString: boolean
  isEscaped: boolean
  /** Depth of the rows. */
  rowDepth: number | null
  /** Text of the current row so far; null outside of a row, and for a row that is too long. */
  row: string | null
  isEnded: boolean
}

/** Passes the text to the scan. Returns the texts of the rows that end in it; null for one that is too long. */
function scanText(scan: Scan, text: string): (string | null)[] {
  const rows: (string | null)[] = []
  const { stack, opens } = scan
  const closes = opens === '{' ? '}' : ']'
  let start = scan.row === null ? -1 : 0
  for (let at = 0; at < text.length && !scan.isEnded; at += 1) {
    const sign = text[at]
    if (scan.isInString) {
      if (scan.isEscaped) scan.isEscaped = false
      else if (sign === '\\') scan.isEscaped = true
      else if (sign === '"') scan.isInString = false
    } else if (sign === '"') scan.isInString = true
    else if (sign === '{' || sign === '[') {
      if (sign === opens && stack.at(-1) === '[' && at >= scan.skipped) scan.rowDepth ??= stack.length
      if (stack.length === scan.rowDepth && sign === opens) {
        start = at
        scan.row = ''
      }
      stack.push(sign)
    } else if (sign === '}' || sign === ']') {
      stack.pop()
      if (scan.rowDepth === null) continue
      if (stack.length === scan.rowDepth && sign === closes) {
        const row = scan.row === null ? null : scan.row + text.slice(start, at + 1)
        rows.push(row === null || row.length > LINE_LIMIT ? null : row)
        scan.row = null
        start = -1
      } else if (stack.length < scan.rowDepth) scan.isEnded = true
    }
  }
  if (scan.row !== null && start !== -1) {
    scan.row += text.slice(start)
    if (scan.row.length > LINE_LIMIT) scan.row = null
  }
  scan.skipped -= text.length
  return rows
}

const startOf = ({ opens, from, depth }: Pick<JsonLayout, 'opens' | 'from' | 'depth'>): Scan => ({
  opens,
  skipped: from,
  stack: [],
  isInString: false,
  isEscaped: false,
  rowDepth: depth,
  row: null,
  isEnded: false,
})

/** Lists that name the columns, in answers of APIs and of tools for tables. */
const headerList = /"(?:columns|fields|headers?|meta)"\s*:\s*(?=\[)/
const namesSchema = z.array(z.union([z.string(), z.object({ name: z.string() })]))
/** The first row of a document: an object of a list, or a list that does not begin with an object. */
const firstRow = /\[\s*(\{|\[(?!\s*\{))/

/** Names of columns beside the rows, with the place where they end; null: there are none. */
function statedHeader(text: string): Pick<JsonLayout, 'header' | 'from'> | null {
  const found = headerList.exec(text)
  if (found === null || found.index > text.search(firstRow)) return null
  const start = found.index + found[0].length
  const [list] = scanText(startOf({ opens: '[', from: 0, depth: 0 }), text.slice(start))
  const names = z.safeParse(namesSchema, parseJson(list ?? ''))
  if (list == null || !names.success) return null
  return { header: names.data.map((one) => (typeof one === 'string' ? one : one.name)), from: start + list.length }
}

/** Finds the rows of a document in its beginning. */
export function layoutOfJson(head: string): JsonLayout {
  // Lists of cells, one a line.
  if (/^\s*\[\s*[^\s[{\]]/.test(head)) return { opens: '[', from: 0, depth: 0, header: null }
  const { header, from } = statedHeader(head) ?? { header: null, from: 0 }
  const opens = firstRow.exec(head.slice(from))?.[1] === '[' ? '[' : '{'
  return { opens, from, depth: null, header: opens === '[' ? header : null }
}

/** Yields the texts of the rows. `number` counts them, since a document may be one line. Buffers one row. */
export async function* documentRows(chunks: AsyncIterable<Buffer>, layout: JsonLayout): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder()
  const scan = startOf(layout)
  let number = 0
  for await (const chunk of chunks) {
    const rows = scanText(scan, decoder.decode(chunk, { stream: true }))
    if (rows.length > 0)
      yield rows.map((text): TextLine => {
        number += 1
        return text === null ? { number, text, problem: tooLong } : { number, text }
      })
    if (scan.isEnded) return
  }
  if (scan.stack.length > 0) yield [{ number: number + 1, text: null, problem: cut }]
}

const cellsSchema = z.array(z.unknown())

/** Of a list in a cell each item is a line of it. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string') ? cell.join('\n') : JSON.stringify(cell)
}

function recordOf({ number: line, text, problem }: TextLine): CsvRecord {
  if (text === null) return { line, problem }
  const cells = z.safeParse(cellsSchema, parseJson(text))
  if (!cells.success) return { line, problem: '不是一个 JSON 列表' }
  return { line, text: cells.data.map((cell) => quotedCell(cellText(cell))).join(',') }
}

/** The rows of a document as records of a CSV, after the header that it states beside them. */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  layout: JsonLayout,
): AsyncGenerator<CsvRecord[], void, undefined> {
  if (layout.header !== null) yield [{ line: 0, text: layout.header.map(quotedCell).join(',') }]
  for await (const rows of documentRows(chunks, layout)) yield rows.map(recordOf)
}

/** The rows of a document that wraps them. */
const wrapped = /\[\s*[[{]/
/** Names of an answer of an API beside its rows, which are names of columns as well. */
const answerNames = new Set(['status', 'code', 'type', 'date'])

/** Whether the first line is an object by itself, and the next one begins another. */
function isFollowedByObject(text: string): boolean {
  const [, first = ''] = /^(.*)\n\s*\{/.exec(text) ?? []
  return parseJson(first) !== undefined
}

/**
 * Whether a text that begins like JSON is one document, not one object a line. `isColumn`: whether a name is a column that the
 * import reads; the fields of a row that have lists themselves come after such a name.
 */
export function isJsonDocument(head: string, isColumn: (name: string) => boolean): boolean {
  const text = head.trimStart()
  if (text.startsWith('[')) return true
  if (!text.startsWith('{') || isFollowedByObject(text)) return false
  const at = text.search(wrapped)
  const names = [...text.slice(0, at).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, name = '']) => name)
  return at !== -1 && !names.some((name) => !answerNames.has(name) && isColumn(name))
}
