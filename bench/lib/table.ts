import { cpus } from 'node:os'

/** What the figures below were measured on. */
export function printMachine() {
  const [first] = cpus()
  console.log(`Node ${process.version}, ${cpus().length} × ${first?.model ?? '?'}, ${process.platform} ${process.arch}`)
}

/** Columns that line up although Han characters are twice as wide as others. */
const widthOf = (text: string) => Array.from(text).reduce((sum, one) => sum + (/[\u2e80-\uffef]/.test(one) ? 2 : 1), 0)

export function printTable(rows: readonly (readonly string[])[]) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
  }
}

export const metOrNot = (isMet: boolean) => (isMet ? 'met' : 'NOT MET')
