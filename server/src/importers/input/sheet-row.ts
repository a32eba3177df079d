import type { SharedStrings } from './shared-strings.ts'
import { attributeOf, decodeXml, textOfItem } from './xml-text.ts'

export type SheetContext = {
  strings: SharedStrings
  /** Whether each cell style shows a date. */
  isDate: readonly boolean[]
  /** Whether serial 0 is 1904-01-01, as on old Macs. */
  is1904: boolean
}

const DAY = 86_400_000
const DAYS_TO_1904 = 1_462
/** Excel counts a 29 February 1900 that did not exist. */
const LEAP_DAY = 60
/** Columns of a sheet; a reference beyond them is not valid. */
const COLUMNS = 16_384

/** A serial of Excel as YYYY-MM-DD, with the time unless it is midnight. null: not the serial of a day. */
export function dateOfSerial(serial: number, is1904 = false): string | null {
  const days = is1904 ? serial + DAYS_TO_1904 : serial
  if (!(days >= 1 && days < 2_958_466)) return null
  const milliseconds = Math.round((days + (days < LEAP_DAY ? 1 : 0)) * 86_400) * 1_000
  const text = new Date(Date.UTC(1899, 11, 30) + milliseconds).toISOString()
  return milliseconds % DAY === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** From 0; null for a reference that is missing or not valid. */
function columnOf(reference: string): number | null {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column === 0 || column > COLUMNS ? null : column - 1
}

function numberOf(written: string, isDate: boolean, is1904: boolean): string {
  const number = Number(written)
  if (written.trim() === '' || Number.isNaN(number)) return written
  const date = isDate ? dateOfSerial(number, is1904) : null
  // A number with many digits is stored as 4.4030e+17: the digits that it lost stay visible to the reader of codes.
  return date ?? (Number.isSafeInteger(number) || !Number.isInteger(number) ? String(number) : written)
}

const valueElement = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)/

/** The text of a cell, never of its formula; null for one that is too long. */
function textOfCell(attributes: string, content: string, { strings, isDate, is1904 }: SheetContext): string | null {
  const type = attributeOf(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return textOfItem(content)
  const written = decodeXml(valueElement.exec(content)?.[1] ?? '')
  if (written === '' || type === 'e') return ''
  if (type === 's') {
    const text = strings(Number(written))
    return text === undefined ? '' : text
  }
  if (type === 'str' || type === 'd') return written
  if (type === 'b') return written === '1' ? '是' : '否'
  return numberOf(written, isDate[Number(attributeOf(attributes, 's') ?? 0)] === true, is1904)
}

export const quotedCell = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const openCell = /<(?:\w+:)?c((?:\s[^<>]*)?)>/g
const closeCell = /<\/(?:\w+:)?c>/g

/** The cells of a row as a record of a CSV; empty for a row of blank cells, null for one with a cell that is too long. */
export function readSheetRow(xml: string, context: SheetContext): string | null {
  const cells: string[] = []
  openCell.lastIndex = 0
  for (let start = openCell.exec(xml); start !== null; start = openCell.exec(xml)) {
    const [, attributes = ''] = start
    const place = columnOf(attributeOf(attributes, 'r') ?? '') ?? cells.length
    while (cells.length < place) cells.push('')
    if (attributes.endsWith('/')) continue
    closeCell.lastIndex = openCell.lastIndex
    const end = closeCell.exec(xml)
    if (end === null) break
    const text = textOfCell(attributes, xml.slice(openCell.lastIndex, end.index), context)
    if (text === null) return null
    cells[place] = quotedCell(text)
    openCell.lastIndex = closeCell.lastIndex
  }
  return cells.every((cell) => cell.trim() === '') ? '' : cells.join(',')
}
