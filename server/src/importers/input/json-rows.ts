import { LINE_LIMIT, type TextLine } from './text-lines.ts'

const cut = 'JSON 没有结束，文件不完整'
const tooLong = `一项超过 ${LINE_LIMIT} 字`

/** Position of a scan between two pieces of text. */
type Scan = {
  /** Open brackets. */
  stack: string[]
  isInString: boolean
  isEscaped: boolean
  /** Depth of the objects that are rows: those of the first array with objects. */
  rowDepth: number | null
  /** Text of the current row so far; null outside of a row, and for a row that is too long. */
  row: string | null
  isEnded: boolean
}

/** Passes the text to the scan. Returns the texts of the rows that end in it; null for one that is too long. */
function scanText(scan: Scan, text: string): (string | null)[] {
  const rows: (string | null)[] = []
  const { stack } = scan
  let start = scan.row === null ? -1 : 0
  for (let at = 0; at < text.length && !scan.isEnded; at += 1) {
    const sign = text[at]
    if (scan.isInString) {
      if (scan.isEscaped) scan.isEscaped = false
      else if (sign === '\\') scan.isEscaped = true
      else if (sign === '"') scan.isInString = false
    } else if (sign === '"') scan.isInString = true
    else if (sign === '{' || sign === '[') {
      if (sign === '{' && stack.at(-1) === '[') scan.rowDepth ??= stack.length
      if (stack.length === scan.rowDepth && sign === '{') {
        start = at
        scan.row = ''
      }
      stack.push(sign)
    } else if (sign === '}' || sign === ']') {
      stack.pop()
      if (scan.rowDepth === null) continue
      if (stack.length === scan.rowDepth && sign === '}') {
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
  return rows
}

/**
 * Yields the objects of the first array that has objects, wherever in the document it is. `number` counts the objects,
 * since a document may be one line. Buffers one object.
 */
export async function* jsonObjects(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder()
  const scan: Scan = { stack: [], isInString: false, isEscaped: false, rowDepth: null, row: null, isEnded: false }
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

/** What follows the first `[` of a document that wraps its rows. */
const wrapped = /\[\s*\{/
/** Names of an answer of an API beside its rows, which are names of columns as well. */
const answerNames = new Set(['status', 'code', 'type', 'date'])

/** Whether the first line is an object by itself, and the next one begins another. */
function isFollowedByObject(text: string): boolean {
  const [, first = ''] = /^(.*)\n\s*\{/.exec(text) ?? []
  try {
    JSON.parse(first)
    return true
  } catch {
    return false
  }
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
