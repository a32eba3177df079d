import type { TextLine } from './text-lines.ts'

/** The raw text of a record with the number of its first line, or the problem with that line. */
export type CsvRecord = { line: number; text: string; problem?: undefined } | { line: number; problem: string }

/** Limits of a quoted cell with line ends; beyond them the closing quote is taken for missing. */
const LINES_PER_RECORD = 200
const LENGTH_PER_RECORD = 256 * 1024

/** Splits a record into cells. `open`: a quoted cell has not ended. `malformed`: text follows a closing quote. */
export function splitCells(text: string, delimiter = ','): string[] | 'open' | 'malformed' {
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const comma = text.indexOf(delimiter, at)
      cells.push(comma === -1 ? text.slice(at) : text.slice(at, comma))
      if (comma === -1) return cells
      at = comma + 1
      continue
    }
    let end = text.indexOf('"', at + 1)
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    if (end === -1) return 'open'
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
    if (end + 1 === text.length) return cells
    if (text[end + 1] !== delimiter) return 'malformed'
    at = end + 2
  }
}

/**
 * Yields the records of a CSV file in batches. A missing closing quote rejects only the line it starts on; parsing
 * continues with the next line. Empty lines are skipped.
 */
export async function* csvRecords(lines: AsyncIterable<TextLine[]>, delimiter = ','): AsyncGenerator<CsvRecord[]> {
  let buffered: TextLine[] = []
  /** Number of cells of the header; null before the header is read. */
  let width: number | null = null

  /** Parses the complete records of the buffer; at the end of the file, all of them. */
  const parseBuffered = (atEnd: boolean) => {
    const records: CsvRecord[] = []
    let used = 0
    while (used < buffered.length) {
      const parsed = parseRecord(buffered, used, { atEnd, width, delimiter })
      if (parsed === 'incomplete') break
      used += parsed.lines
      if (parsed.record === null) continue
      if (parsed.record.problem === undefined) width ??= splitCells(parsed.record.text, delimiter).length
      records.push(parsed.record)
    }
    buffered = buffered.slice(used)
    return records
  }

  for await (const more of lines) {
    buffered = buffered.length === 0 ? more : [...buffered, ...more]
    yield parseBuffered(false)
  }
  yield parseBuffered(true)
}

type ParsedRecord = { record: CsvRecord | null; lines: number }
type ParseContext = { atEnd: boolean; width: number | null; delimiter: string }

function parseRecord(lines: readonly TextLine[], from: number, context: ParseContext): ParsedRecord | 'incomplete' {
  const first = lines[from]
  if (first === undefined) return 'incomplete'
  if (first.text === null) return { record: { line: first.number, problem: first.problem }, lines: 1 }
  if (first.text === '') return { record: null, lines: 1 }
  if (!first.text.includes('"')) return { record: { line: first.number, text: first.text }, lines: 1 }
  return parseQuoted(lines, from, first.text, context)
}

function parseQuoted(
  lines: readonly TextLine[],
  from: number,
  firstText: string,
  { atEnd, width, delimiter }: ParseContext,
): ParsedRecord | 'incomplete' {
  const line = lines[from]?.number ?? 0
  const malformed = (problem: string): ParsedRecord => ({ record: { line, problem }, lines: 1 })
  let text = firstText
  let cells = splitCells(text, delimiter)
  let count = 1
  for (; cells === 'open'; count++) {
    const next = lines[from + count]
    if (next === undefined) return atEnd ? malformed('引号没有闭合') : 'incomplete'
    if (next.text === null || count >= LINES_PER_RECORD || text.length > LENGTH_PER_RECORD)
      return malformed('引号没有闭合')
    text += `\n${next.text}`
    if (next.text.includes('"')) cells = splitCells(text, delimiter)
  }
  if (cells === 'malformed') return malformed(count > 1 ? '引号没有闭合' : '闭合的引号后还有文字')
  // A later quote that closes the cell by chance makes a record of another width.
  if (count > 1 && width !== null && cells.length !== width) return malformed('引号没有闭合')
  return { record: { line, text }, lines: count }
}
