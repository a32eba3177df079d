import { openInput } from '../server/src/importers/input/open-input.ts'
import { openTable } from '../server/src/importers/input/table-rows.ts'

export type Row = Record<string, string>

/** All rows of a CSV by the names of its columns. Throws where one cannot be read. */
export async function readTable(file: string): Promise<Row[]> {
  const table = await openTable((await openInput(file)).chunks)
  const header = table.header ?? []
  const readCells = table.cellReader(header)
  const all: Row[] = []
  for await (const batch of table.rows) {
    for (const row of batch) {
      const cells = row.problem === undefined ? readCells(row.text) : row.problem
      if (typeof cells === 'string') throw new Error(`${file}, line ${row.line}: ${cells}`)
      all.push(Object.fromEntries(header.map((column, at) => [column, textOf(cells[at])])))
    }
  }
  return all
}

/** These tables hold text alone. */
const textOf = (cell: unknown) => (typeof cell === 'string' ? cell : '')
