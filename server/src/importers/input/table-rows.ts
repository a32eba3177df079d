import { cleanText, cleanValue, mayNeedCleaning } from './clean-text.ts'
import { type CsvRecord, csvRecords, splitCells } from './csv-records.ts'
import { ImportRefused } from './import-refused.ts'
import { type TextLine, textLines } from './text-lines.ts'

/** A row of the file, or the reason why it cannot be read. Lines count from 1. */
export type TableRow = { line: number; text: string; problem?: undefined } | { line: number; problem: string }

/**
 * Values in the order of the requested columns: text in CSV, any JSON in NDJSON, undefined for a missing value. Texts have
 * no invisible characters and no HTML entities.
 */
export type Cells = readonly unknown[]

export type Table = {
  /** Columns of a CSV file; null for NDJSON, where each row has its own. */
  header: readonly string[] | null
  rows: AsyncIterable<TableRow[]>
  /**
   * Returns a function that reads the text of a row into the values of `columns`, or returns the reason why it cannot.
   */
  cellReader(columns: readonly string[]): (text: string) => Cells | string
}

const jsonCellReader: Table['cellReader'] = (columns) => (text) => readJsonCells(text, columns)

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

function readJsonCells(text: string, columns: readonly string[]): Cells | string {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return notAnObject
    const read = (column: string) => (Object.hasOwn(value, column) ? Reflect.get(value, column) : undefined)
    return mayNeedCleaning(text) ? columns.map((column) => cleanValue(read(column))) : columns.map(read)
  } catch {
    return notAnObject
  }
}

async function openCsv(lines: AsyncIterable<TextLine[]>): Promise<Table> {
  const records = csvRecords(lines)
  let batch: CsvRecord[] = []
  while (batch.length === 0) {
    const next = await records.next()
    if (next.done) throw new ImportRefused('文件里没有内容。')
    batch = next.value
  }
  const [first, ...firstRows] = batch
  if (first === undefined || first.problem !== undefined) {
    throw new ImportRefused(`第一行应是列名，但无法读取：${first?.problem ?? '文件里没有内容'}。`)
  }
  const header = cellsOf(first.text).map((name) => cleanText(name).trim())
  const twice = header.find((name, at) => header.indexOf(name) !== at)
  if (twice !== undefined) throw new ImportRefused(`列名“${twice}”出现了两次。`)

  const rows = async function* (): AsyncGenerator<TableRow[]> {
    yield firstRows
    yield* records
  }
  const cellReader: Table['cellReader'] = (columns) => {
    const places = columns.map((column) => header.indexOf(column))
    return (text) => {
      const cells = cellsOf(text)
      if (cells.length !== header.length) return `应有 ${header.length} 列，实有 ${cells.length} 列`
      return mayNeedCleaning(text)
        ? places.map((place) => cleanValue(cells[place]))
        : places.map((place) => cells[place])
    }
  }
  return { header, rows: rows(), cellReader }
}

/** For a complete record, whose quotes close. */
function cellsOf(text: string): readonly string[] {
  const cells = splitCells(text)
  return typeof cells === 'string' ? [] : cells
}

/** Opens a table. A first character `{` means NDJSON, any other a CSV header. */
export async function openTable(chunks: AsyncIterable<Buffer>): Promise<Table> {
  const lines = textLines(chunks)
  const first = await lines.next()
  if (first.done) throw new ImportRefused('文件里没有内容。')
  const all = async function* () {
    yield first.value
    yield* lines
  }
  const isJson =
    first.value
      .find((line) => line.text?.trim() !== '')
      ?.text?.trimStart()
      .startsWith('{') === true
  if (!isJson) return openCsv(all())
  return { header: null, rows: ndjsonRows(all()), cellReader: jsonCellReader }
}
