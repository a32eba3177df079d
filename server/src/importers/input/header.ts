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

/** A name of a column without width, case, spaces, numbering, and remarks on how to fill it in. */
export const headerKey = (name: string): string =>
  cleanText(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:"“”]|\((?:必填|选填|全称|文本|年月日|yyyy[-/.]?mm[-/.]?dd)\)|^\d{1,2}[.、]/g, '')

/** The column of a header, the unit that the header states for its numbers, and the synonym that led to it. */
export type HeaderColumn = { column: string; unit: string; synonym: string }

/** 注册资本(万元), 执行标的/元, 持股比例(%). */
const withUnit = /^(.+?)[([【/_](?:单位)?([百千万亿]+\p{Script=Han}{0,4}|\p{Script=Han}{0,4}元|人|%)[)\]】]?$/u
/** 企业注册资本 is 注册资本. */
const ofCompany = /^(?:企业|公司|单位|机构)/

const keysOfColumns = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** The columns by their keys, so that a mapping finds 罚款金额(万元) by its 罚款金额（万元）. */
function byKey(columns: readonly string[]): ReadonlyMap<string, string> {
  const known = keysOfColumns.get(columns)
  if (known !== undefined) return known
  const keys = new Map(columns.map((column) => [headerKey(column), column]))
  keysOfColumns.set(columns, keys)
  return keys
}

/** The synonym that a name stands for; undefined for none. */
function synonymOf(key: string, synonyms: WantedColumns['synonyms']): string | undefined {
  if (synonyms.has(key)) return key
  const shorter = key.replace(ofCompany, '')
  if (synonyms.has(shorter)) return shorter
  // 信用代码/纳税人识别号: two names of one column.
  const parts = key.split(/[/、或]/)
  const [first = ''] = parts
  const column = synonyms.get(first)
  return parts.length > 1 && column !== undefined && parts.every((part) => synonyms.get(part) === column)
    ? first
    : undefined
}

/** The column that a header names; undefined when the import reads none of that name. */
export function columnOfHeader({ columns, synonyms }: WantedColumns, name: string): HeaderColumn | undefined {
  if (columns.includes(name)) return { column: name, unit: '', synonym: '' }
  const key = headerKey(name)
  const [, base = '', unit = ''] = synonyms.has(key) ? [] : (withUnit.exec(key) ?? [])
  const synonym = synonymOf(key, synonyms) ?? (unit === '' ? undefined : synonymOf(base, synonyms))
  const column = synonyms.get(synonym ?? '') ?? byKey(columns).get(key)
  return column === undefined ? undefined : { column, unit, synonym: synonym ?? '' }
}

/** A place of a row, and the unit of the numbers there. */
export type CellPlace = { place: number; unit: string }

export type Header = {
  /** Names of the columns that the import reads; as the file has them, of others. Empty for a blank column. */
  names: readonly string[]
  /** Where the value of a column is, of several the best first: a name of our own, then the order of the synonyms. */
  placesOf(column: string): CellPlace[]
}

export function resolveHeader(written: readonly string[], wanted: WantedColumns): Header {
  const resolved = written.map((name) => columnOfHeader(wanted, name))
  const order = [...wanted.synonyms.keys()]
  const rankOf = (at: number) => order.indexOf(resolved[at]?.synonym ?? '')
  return {
    names: written.map((name, at) => resolved[at]?.column ?? name),
    placesOf: (column) => {
      const places = [...written.keys()]
      const own = places.filter((at) => written[at] === column)
      const others = places.filter((at) => written[at] !== column && resolved[at]?.column === column)
      return [...own, ...others.toSorted((a, b) => rankOf(a) - rankOf(b))].map((place) => ({
        place,
        unit: resolved[place]?.unit ?? '',
      }))
    },
  }
}

/** A number with the unit of its header; any other cell as it is. */
export const cellWithUnit = (cell: unknown, unit: string): unknown =>
  unit !== '' &&
  (typeof cell === 'number' || (typeof cell === 'string' && /^\s*[¥$]?\s*[\d,.]+\s*$/.test(cell.normalize('NFKC'))))
    ? `${cell}${unit}`
    : cell

const knownIn = (cells: readonly string[], wanted: WantedColumns) =>
  new Set(cells.flatMap((cell) => columnOfHeader(wanted, cleanText(cell).trim())?.column ?? [])).size

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

const delimiters = [',', '\t', ';', '；', '|']
const isBlank = (text: string) => text.trim() === ''

/** Lines of a name of a column with line ends, as 注册资本 above （万元）. */
const LINES_PER_HEADER = 20

/** The cells of the record that begins at a line. */
function cellsFrom(lines: readonly TextLine[], at: number, delimiter: string): readonly string[] {
  let text = lines[at]?.text ?? ''
  let cells = splitCells(text, delimiter)
  for (let next = at + 1; cells === 'open' && next < lines.length && next < at + LINES_PER_HEADER; next += 1) {
    text += `\n${lines[next]?.text ?? ''}`
    cells = splitCells(text, delimiter)
  }
  return typeof cells === 'string' ? [] : cells
}

/** Finds the delimiter and the header in the first lines of a text. */
export function layoutOf(lines: readonly TextLine[], wanted: WantedColumns): Layout {
  const written = lines.filter(({ text }) => text === null || !isBlank(text))
  const [, stated] = /^"?sep=(.)"?$/i.exec(written[0]?.text ?? '') ?? []
  const shown = written.slice(stated === undefined ? 0 : 1).slice(0, TITLE_ROWS)
  let best: (Layout & { known: number; width: number }) | null = null
  for (const delimiter of stated === undefined ? delimiters : [stated]) {
    const rows = shown.map((_, at) => cellsFrom(shown, at, delimiter))
    const at = headerRowOf(rows, wanted) ?? 0
    const [known, width] = [knownIn(rows[at] ?? [], wanted), rows[at]?.length ?? 0]
    if (best !== null && (known < best.known || (known === best.known && width <= best.width))) continue
    best = { delimiter, headerLine: shown[at]?.number ?? 1, known, width }
  }
  return best ?? { delimiter: ',', headerLine: 1 }
}
