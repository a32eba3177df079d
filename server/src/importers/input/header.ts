import { cleanText } from './clean-text.ts'
import { splitCells } from './csv-records.ts'
import type { TextLine } from './text-lines.ts'

/** The columns that an import reads. */
export type WantedColumns = {
  columns: readonly string[]
  /** Columns by the names that portals give them (`headerKey`). */
  synonyms: ReadonlyMap<string, string>
}

export const allColumns: WantedColumns = { columns: [], synonyms: new Map() }

/** Rows above the header: a title, the date of the export, explanations. */
const TITLE_ROWS = 20

/** A name of a column without width, case, spaces, and marks of required columns. */
export const headerKey = (name: string): string =>
  cleanText(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:]|\((?:必填|选填)\)/g, '')

/** The column that a header names; undefined when the import reads none of that name. */
export const columnOfHeader = ({ columns, synonyms }: WantedColumns, name: string): string | undefined =>
  columns.includes(name) ? name : synonyms.get(headerKey(name))

/** Names of the columns: each that the import reads by its own name, the first header where two name one column. */
export function resolveHeader(cells: readonly string[], wanted: WantedColumns): string[] {
  const names = cells.map((cell) => cleanText(cell).trim())
  const used = new Set(names.filter((name) => wanted.columns.includes(name)))
  return names.map((name) => {
    const column = columnOfHeader(wanted, name)
    if (column === undefined || column === name || used.has(column)) return name
    used.add(column)
    return column
  })
}

const knownIn = (cells: readonly string[], wanted: WantedColumns) =>
  new Set(cells.flatMap((cell) => columnOfHeader(wanted, cleanText(cell).trim()) ?? [])).size

/** Index of the row with most of the wanted columns among the first; null: none has any. */
export function headerRowOf(rows: readonly (readonly string[])[], wanted: WantedColumns): number | null {
  let best: { at: number; known: number } | null = null
  for (const [at, cells] of rows.slice(0, TITLE_ROWS).entries()) {
    const known = knownIn(cells, wanted)
    if (known > (best?.known ?? 0)) best = { at, known }
  }
  return best?.at ?? null
}

export type Layout = { delimiter: string /** Lines before it are titles. */; headerLine: number }

const delimiters = [',', '\t', ';', '；']
const isBlank = (text: string) => text.trim() === ''

function cellsOfLine(line: TextLine | undefined, delimiter: string): readonly string[] {
  const cells = splitCells(line?.text ?? '', delimiter)
  return typeof cells === 'string' ? [] : cells
}

/** Finds the delimiter and the header in the first lines of a text. */
export function layoutOf(lines: readonly TextLine[], wanted: WantedColumns): Layout {
  const [first, ...rest] = lines.filter(({ text }) => text === null || !isBlank(text))
  const [, stated] = /^"?sep=(.)"?$/i.exec(first?.text ?? '') ?? []
  const shown = (stated === undefined ? [first, ...rest] : rest).slice(0, TITLE_ROWS)
  let best: (Layout & { known: number; width: number }) | null = null
  for (const delimiter of stated === undefined ? delimiters : [stated]) {
    const rows = shown.map((line) => cellsOfLine(line, delimiter))
    const at = headerRowOf(rows, wanted) ?? 0
    const [known, width] = [knownIn(rows[at] ?? [], wanted), rows[at]?.length ?? 0]
    if (best !== null && (known < best.known || (known === best.known && width <= best.width))) continue
    best = { delimiter, headerLine: shown[at]?.number ?? 1, known, width }
  }
  return best ?? { delimiter: ',', headerLine: 1 }
}
