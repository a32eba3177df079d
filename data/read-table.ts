import { openInput } from '../server/src/importers/input/open-input.ts'
import { openTable } from '../server/src/importers/input/table-rows.ts'

export type Row = Record<string, string>

/** Reads all rows of a CSV, each as values by column name. @throws Error for a row that cannot be read */
export async function readTable(file: string): Promise<Row[]> {
  const table = await openTable((await openInput(file)).content)
  const header = table.header ?? []
  const readCells = table.cellReader(header)
  const rows: Row[] = []
  for await (const batch of table.rows) {
    for (const row of batch) {
      const cells = row.problem === undefined ? readCells(row.text) : row.problem
      if (typeof cells === 'string') throw new Error(`${file}, line ${row.line}: ${cells}`)
      rows.push(Object.fromEntries(header.map((column, index) => [column, textOf(cells[index])])))
    }
  }
  return rows
}

/** The text; empty for a cell of another type, which these tables do not have. */
const textOf = (cell: unknown) => (typeof cell === 'string' ? cell : '')
