import { openInput } from '../server/src/importers/input/open-input.ts'
import { openTable } from '../server/src/importers/input/table-rows.ts'

export type Row = Record<string, string>

/** All rows of a CSV by the names of its columns. Throws where one cannot be read. */
export async function readTable(file: string): Promise<Row[]> {
  const { header, rows } = await openTable((await openInput(file)).chunks)
  const all: Row[] = []
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.problem !== undefined) throw new Error(`${file}, line ${row.line}: ${row.problem}`)
      const { cells } = row
      const textOf = (column: string) => {
        const cell = cells(column)
        return typeof cell === 'string' ? cell : ''
      }
      all.push(Object.fromEntries((header ?? []).map((column) => [column, textOf(column)])))
    }
  }
  return all
}
