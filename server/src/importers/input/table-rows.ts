import { cleanText, cleanValue, isNoValue, mayNeedCleaning } from './clean-text.ts'
import { type CsvRecord, csvRecords, splitCells } from './csv-records.ts'
import {
  allColumns,
  type CellPlace,
  cellWithUnit,
  columnOfHeader,
  headerRowOf,
  layoutOf,
  resolveHeader,
  type WantedColumns,
} from './header.ts'
import { ImportRefused } from './import-refused.ts'
import { documentRows, isJsonDocument, jsonRecords, layoutOfJson } from './json-rows.ts'
import { openInput } from './open-input.ts'
import { asUtf8, beginning, type TextLine, textLines } from './text-lines.ts'
import { Workbook } from './workbook.ts'

/** Records read before the header is looked for. */
const FIRST_RECORDS = 20
/** Names of JSON fields whose column is remembered. */
const NAMES_KEPT = 10_000
/** First character of most rows with a value; a blank row begins with a separator, a quote or a space. */
const WORDS_FROM = 0x7f

/** A row of the file, or the reason why it cannot be read. Lines count from 1. */
export type TableRow = { line: number; text: string; problem?: undefined } | { line: number; problem: string }

/**
 * Values in the order of the requested columns: text in CSV, any JSON in NDJSON, undefined for a missing value. Texts have
 * no invisible characters and no HTML entities.
 */
export type Cells = readonly unknown[]

export type Table = {
  /** How the file was read, for the operator; empty for comma-separated UTF-8 with the header in line 1, and for NDJSON. */
  format: string
  /** Columns of a CSV file or a sheet; null for JSON, where each row has its own. */
  header: readonly string[] | null
  /** The names of `header` as the file has them. */
  writtenHeader: readonly string[] | null
  rows: AsyncIterable<TableRow[]>
  /**
   * Returns a function that reads the text of a row into the values of `columns`, or returns the reason why it cannot.
   */
  cellReader(columns: readonly string[]): (text: string) => Cells | string
}

const jsonCellReader =
  (wanted: WantedColumns): Table['cellReader'] =>
  (columns) => {
    const places = new Map(columns.map((column, at) => [column, at]))
    /** Places by the names of the objects, filled as they are met; -1: not read. */
    const byName = new Map<string, CellPlace>()
    const placeOf = (name: string) => {
      const known = byName.get(name)
      if (known !== undefined) return known
      const { column = name, unit = '' } = columnOfHeader(wanted, name) ?? {}
      const place = { place: places.get(name) ?? places.get(column) ?? -1, unit }
      if (byName.size < NAMES_KEPT) byName.set(name, place)
      return place
    }
    return (text) => readJsonCells(text, columns.length, placeOf)
  }

const notAnObject = '不是一个 JSON 对象'
// Called per row; a schema would copy the object.
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function* ndjsonRows(lines: AsyncIterable<TextLine[]>): AsyncGenerator<TableRow[]> {
  for await (const batch of lines) {
    yield batch.flatMap((line): TableRow[] => {
      if (line.text === null) return [{ line: line.number, problem: line.problem }]
      return line.text.trim() === '' ? [] : [{ line: line.number, text: line.text }]
    })
  }
}

/** Of several names of one column the first with a value counts. */
function readJsonCells(text: string, width: number, placeOf: (name: string) => CellPlace): Cells | string {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return notAnObject
    const clean = mayNeedCleaning(text)
    const cells: unknown[] = Array.from({ length: width })
    for (const [name, cell] of Object.entries(value)) {
      const { place, unit } = placeOf(name)
      if (place !== -1 && isEmptyCell(cells[place])) cells[place] = cellWithUnit(clean ? cleanValue(cell) : cell, unit)
    }
    return cells
  } catch {
    return notAnObject
  }
}

const isEmptyCell = (cell: unknown) =>
  cell === undefined || cell === null || (typeof cell === 'string' && isNoValue(cell.trim()))

/** The cell of the first place with a value. */
function cellOf(cells: readonly string[], places: readonly CellPlace[]): unknown {
  for (const { place, unit } of places) if (!isEmptyCell(cells[place])) return cellWithUnit(cells[place], unit)
  return undefined
}

type Records = AsyncGenerator<CsvRecord[], void, undefined>

/** The first items, at least as many as a header may come after. */
async function firstOf<T>(batches: AsyncIterator<T[]>): Promise<T[]> {
  const first: T[] = []
  while (first.length < FIRST_RECORDS) {
    const next = await batches.next()
    if (next.done === true) break
    for (const one of next.value) first.push(one)
  }
  return first
}

type Csv = { cells: readonly string[]; first: CsvRecord[]; records: Records; delimiter: string; format: string }

function csvTable({ cells: written, first, records, delimiter, format }: Csv, wanted: WantedColumns): Table {
  const clean = written.map((name) => cleanText(name).trim())
  const header = resolveHeader(clean, wanted)
  const writtenHeader = clean.filter((name) => name !== '')
  const twice = writtenHeader.find((name, at) => writtenHeader.indexOf(name) !== at && isWanted(name, wanted))
  if (twice !== undefined) throw new ImportRefused(`列名“${twice}”出现了两次。`)
  const blankRow = new RegExp(`^[\\s"${delimiter}]*$`)
  const isRow = (record: CsvRecord) =>
    record.problem !== undefined || record.text.charCodeAt(0) > WORDS_FROM || !blankRow.test(record.text)
  const rows = async function* (): AsyncGenerator<TableRow[]> {
    yield first.filter(isRow)
    for await (const more of records) yield more.filter(isRow)
  }
  const cellReader: Table['cellReader'] = (columns) => {
    const places = columns.map((column) => header.placesOf(column))
    /** Most columns have one place and no unit. */
    const simple = places.map((of) => (of.length === 1 && of[0]?.unit === '' ? of[0].place : null))
    const width = written.length
    const valuesOf = (cells: readonly string[]) =>
      simple.map((place, at) => (place === null ? cellOf(cells, places[at] ?? []) : cells[place]))
    return (text) => {
      const cells = cellsOf(text, delimiter)
      if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
        return `应有 ${width} 列，实有 ${cells.length} 列`
      return mayNeedCleaning(text) ? valuesOf(cells).map(cleanValue) : valuesOf(cells)
    }
  }
  const names = header.names.filter((name) => name !== '')
  return { header: names, writtenHeader, rows: rows(), cellReader, format }
}

const isWanted = (name: string, { columns }: WantedColumns) => columns.length === 0 || columns.includes(name)

/** For a complete record, whose quotes close. */
function cellsOf(text: string, delimiter: string): readonly string[] {
  const cells = splitCells(text, delimiter)
  return typeof cells === 'string' ? [] : cells
}

const delimiterNames = new Map([
  ['\t', '制表符分隔'],
  [';', '分号分隔'],
  ['；', '分号分隔'],
  ['|', '竖线分隔'],
])

async function openCsv(first: TextLine[], lines: AsyncIterable<TextLine[]>, wanted: WantedColumns, encoding: string) {
  const { delimiter, headerLine } = layoutOf(first, wanted)
  const afterTitles = async function* () {
    yield first.filter(({ number }) => number >= headerLine)
    yield* lines
  }
  const records = csvRecords(afterTitles(), delimiter)
  const [header, ...rest] = await firstOf(records)
  if (header === undefined) throw new ImportRefused('文件里没有内容。')
  if (header.problem !== undefined) throw new ImportRefused(`第一行应是列名，但无法读取：${header.problem}。`)
  const format = formatOf(encoding, delimiterNames.get(delimiter) ?? '', titlesNote(headerLine))
  return csvTable({ cells: cellsOf(header.text, delimiter), first: rest, records, delimiter, format }, wanted)
}

/** How a file was read; empty parts are usual. */
const formatOf = (encoding: string, ...parts: string[]) =>
  [encoding === 'UTF-8' ? '' : encoding, ...parts].filter((part) => part !== '').join('，')

const titlesNote = (headerLine: number) => (headerLine === 1 ? '' : `列名在第 ${headerLine} 行`)

/** Cells of a row of a sheet, or of JSON. */
const sheetCells = (record: CsvRecord) => (record.problem === undefined ? cellsOf(record.text, ',') : [])

/** A document whose rows are lists of cells. */
async function openLists(records: Records, wanted: WantedColumns, encoding: string): Promise<Table> {
  const first = await firstOf(records)
  const place = headerRowOf(first.map(sheetCells), wanted) ?? 0
  const header = first[place]
  if (header === undefined) throw new ImportRefused('文件里没有内容。')
  const format = formatOf(encoding, 'JSON 列表', place === 0 ? '' : titlesNote(header.line))
  return csvTable({ cells: sheetCells(header), first: first.slice(place + 1), records, delimiter: ',', format }, wanted)
}

/** The first sheet with wanted columns, or the first one. */
async function openWorkbookTable(workbook: Workbook, wanted: WantedColumns): Promise<Table> {
  for (const [at, sheet] of [...workbook.sheets, ...workbook.sheets.slice(0, 1)].entries()) {
    const records = sheet.rows()
    const first = await firstOf(records)
    const isLast = at === workbook.sheets.length
    const place = headerRowOf(first.map(sheetCells), wanted) ?? (isLast ? 0 : null)
    const header = place === null ? undefined : first[place]
    if (place === null || header === undefined) {
      await records.return(undefined)
      continue
    }
    const format = formatOf(`XLSX 工作表“${sheet.name}”`, titlesNote(header.line))
    return csvTable(
      { cells: sheetCells(header), first: first.slice(place + 1), records, delimiter: ',', format },
      wanted,
    )
  }
  throw new ImportRefused('文件里没有内容。')
}

/**
 * Opens a table: NDJSON, a JSON document with a list of objects or of lists, a delimited text with a header, or a workbook. `wanted`: the
 * columns by which the header is found.
 */
export async function openTable(
  content: AsyncIterable<Buffer> | Workbook,
  wanted: WantedColumns = allColumns,
): Promise<Table> {
  if (content instanceof Workbook) return openWorkbookTable(content, wanted)
  const { chunks, encoding } = await asUtf8(content)
  const { head, all } = await beginning(chunks)
  const text = head.toString().replace(/^\uFEFF/, '')
  const isJson = /^\s*\{/.test(text)
  const isDocument = isJsonDocument(text, (name) => columnOfHeader(wanted, name) !== undefined)
  const layout = layoutOfJson(text)
  if (isDocument && layout.opens === '[') return openLists(jsonRecords(all, layout), wanted, encoding)
  if (isDocument || isJson) {
    const rows = ndjsonRows(isDocument ? documentRows(all, layout) : textLines(all))
    const format = formatOf(encoding, isDocument ? 'JSON 列表' : '')
    return { header: null, writtenHeader: null, rows, cellReader: jsonCellReader(wanted), format }
  }
  const lines = textLines(all)
  const first = await firstOf(lines)
  if (first.every((line) => line.text?.trim() === '')) throw new ImportRefused('文件里没有内容。')
  return openCsv(first, lines, wanted, encoding)
}

/**
 * Yields the cells of `columns` of each readable row of a file, in batches, and closes the file. `mayMatter`: whether the text of a
 * row is worth parsing.
 */
export async function* readFileCells(
  file: string,
  columns: readonly string[],
  { mapping, mayMatter = () => true }: { mapping?: WantedColumns; mayMatter?: (text: string) => boolean } = {},
): AsyncGenerator<{ line: number; cells: Cells }[], void, undefined> {
  const input = await openInput(file)
  try {
    const table = await openTable(input.content, mapping)
    const read = table.cellReader(columns)
    for await (const rows of table.rows) {
      yield rows.flatMap((row) => {
        const cells = row.problem === undefined && mayMatter(row.text) ? read(row.text) : ''
        return typeof cells === 'string' ? [] : [{ line: row.line, cells }]
      })
    }
  } finally {
    await input.close()
  }
}
