import * as z from 'zod/mini'
import { ImportRefused } from '../import-refused.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import { type TextLine, textLines } from './text-lines.ts'

/** A row by the names of its columns, or the reason why it is none. Lines count from 1. */
export type TableRow = { line: number; cells: Cells; problem?: undefined } | { line: number; problem: string }
/** The value of a column: text in CSV, any JSON in NDJSON, undefined where the row has no such column. */
export type Cells = (column: string) => unknown

export type Table = {
  /** Columns of a CSV; null for NDJSON, where each row has its own. */
  header: readonly string[] | null
  rows: AsyncIterable<TableRow[]>
}

const jsonObject = z.record(z.string(), z.unknown())

function ndjsonRow(line: TextLine): TableRow[] {
  if (line.text === null) return [{ line: line.number, problem: line.problem }]
  if (line.text.trim() === '') return []
  try {
    const value = z.parse(jsonObject, JSON.parse(line.text))
    return [{ line: line.number, cells: (column) => (Object.hasOwn(value, column) ? value[column] : undefined) }]
  } catch {
    return [{ line: line.number, problem: '不是一个 JSON 对象' }]
  }
}

async function* ndjsonRows(lines: AsyncIterable<TextLine[]>): AsyncGenerator<TableRow[]> {
  for await (const batch of lines) yield batch.flatMap(ndjsonRow)
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
    throw new ImportRefused(`第一行应是列名，但读不出来：${first?.problem ?? '文件里没有内容'}。`)
  }
  const header = first.cells.map((name) => name.trim())
  const twice = header.find((name, at) => header.indexOf(name) !== at)
  if (twice !== undefined) throw new ImportRefused(`列名“${twice}”出现了两次。`)
  const places = new Map(header.map((name, at) => [name, at]))

  const named = (record: CsvRecord): TableRow => {
    if (record.problem !== undefined) return record
    const { cells, line } = record
    if (cells.length !== header.length) return { line, problem: `应有 ${header.length} 列，实有 ${cells.length} 列` }
    return { line, cells: (column) => cells[places.get(column) ?? -1] }
  }
  const rows = async function* (): AsyncGenerator<TableRow[]> {
    yield firstRows.map(named)
    for await (const later of records) yield later.map(named)
  }
  return { header, rows: rows() }
}

/** Reads a table whose first character says which kind it is: `{` starts NDJSON, anything else a CSV header. */
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
  return isJson ? { header: null, rows: ndjsonRows(all()) } : openCsv(all())
}
