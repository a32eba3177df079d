import type { TextLine } from './text-lines.ts'

/** The text of a record, quotes and all, and the line it starts at; or the reason why it is none. */
export type CsvRecord = { line: number; text: string; problem?: undefined } | { line: number; problem: string }

/** A quoted cell may hold line ends; one that runs on further has lost its closing quote. */
const LINES_PER_RECORD = 200
const LENGTH_PER_RECORD = 256 * 1024

/** The cells of a record; `open` while a quoted cell has not ended, `malformed` where text follows a closing quote. */
export function splitCells(text: string): string[] | 'open' | 'malformed' {
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at)
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
    if (text[end + 1] !== ',') return 'malformed'
    at = end + 2
  }
}

/**
 * Records of a CSV, in batches as the lines come. A record whose quotes do not close spoils only its own first line:
 * reading goes on with the next one. Empty lines are no records.
 */
export async function* csvRecords(lines: AsyncIterable<TextLine[]>): AsyncGenerator<CsvRecord[]> {
  let waiting: TextLine[] = []
  /** Cells of the header, known once it has been read. */
  let width: number | null = null

  /** Reads what is complete; at the end of the file, everything. */
  const takeAll = (atEnd: boolean) => {
    const records: CsvRecord[] = []
    let used = 0
    while (used < waiting.length) {
      const taken = takeRecord(waiting, used, { atEnd, width })
      if (taken === 'incomplete') break
      used += taken.lines
      if (taken.record === null) continue
      if (taken.record.problem === undefined) width ??= widthOf(taken.record.text)
      records.push(taken.record)
    }
    waiting = waiting.slice(used)
    return records
  }

  for await (const more of lines) {
    waiting = waiting.length === 0 ? more : [...waiting, ...more]
    yield takeAll(false)
  }
  yield takeAll(true)
}

const widthOf = (text: string) => splitCells(text).length

type Taken = { record: CsvRecord | null; lines: number }
type Surroundings = { atEnd: boolean; width: number | null }

function takeRecord(lines: readonly TextLine[], from: number, surroundings: Surroundings): Taken | 'incomplete' {
  const first = lines[from]
  if (first === undefined) return 'incomplete'
  if (first.text === null) return { record: { line: first.number, problem: first.problem }, lines: 1 }
  if (first.text === '') return { record: null, lines: 1 }
  if (!first.text.includes('"')) return { record: { line: first.number, text: first.text }, lines: 1 }
  return takeQuoted(lines, from, first.text, surroundings)
}

function takeQuoted(
  lines: readonly TextLine[],
  from: number,
  firstText: string,
  { atEnd, width }: Surroundings,
): Taken | 'incomplete' {
  const line = lines[from]?.number ?? 0
  const spoilt = (problem: string): Taken => ({ record: { line, problem }, lines: 1 })
  let text = firstText
  let cells = splitCells(text)
  let count = 1
  for (; cells === 'open'; count++) {
    const next = lines[from + count]
    if (next === undefined) return atEnd ? spoilt('引号没有闭合') : 'incomplete'
    if (next.text === null || count >= LINES_PER_RECORD || text.length > LENGTH_PER_RECORD)
      return spoilt('引号没有闭合')
    text += `\n${next.text}`
    if (next.text.includes('"')) cells = splitCells(text)
  }
  if (cells === 'malformed') return spoilt(count > 1 ? '引号没有闭合' : '闭合的引号后还有文字')
  // Quotes that close lines later by chance leave a record of another width.
  if (count > 1 && width !== null && cells.length !== width) return spoilt('引号没有闭合')
  return { record: { line, text }, lines: count }
}
