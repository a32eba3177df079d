import { DAY_MS } from '../../domain/clock.ts'
import type { CsvRecord } from './csv-records.ts'
import { ImportRefused } from './import-refused.ts'
import { LINE_LIMIT } from './text-lines.ts'
import { attributeOf, decodeXml, elementsOf, textOfItem, xmlElements } from './xml-text.ts'
import type { ArchiveEntry, ZipArchive } from './zip-archive.ts'

export type SheetContext = {
  strings: SharedStrings
  /** Whether each cell style shows a date. */
  isDate: readonly boolean[]
  /** Whether serial 0 is 1904-01-01, as on old Macs. */
  is1904: boolean
}

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
  return milliseconds % DAY_MS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
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
function readSheetRow(xml: string, context: SheetContext): string | null {
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

/** Bytes of all texts: 500,000 rows with names and addresses need 60 MiB. */
const TEXTS_LIMIT = 160 * 1024 * 1024
const FIRST_LENGTH = 1024 * 1024

/** Texts of a workbook by number; null for one that is too long, undefined for a number that is not there. */
export type SharedStrings = (index: number) => string | null | undefined

/** Holds the texts as UTF-8 in one buffer: as strings, millions of them would need several times the memory. */
async function readSharedStrings(
  chunks: AsyncIterable<Buffer>,
  { name, limit }: { name: string; limit: number },
): Promise<SharedStrings> {
  let texts = Buffer.allocUnsafe(FIRST_LENGTH)
  let ends = new Uint32Array(FIRST_LENGTH / 16)
  const tooLong = new Set<number>()
  let [count, length] = [0, 0]
  for await (const items of xmlElements(chunks, 'si', limit)) {
    for (const { content } of items) {
      const text = content === null ? '' : textOfItem(content)
      if (content === null) tooLong.add(count)
      const needed = length + text.length * 3
      if (needed > TEXTS_LIMIT)
        throw new ImportRefused(`${name} 的文字超过 ${TEXTS_LIMIT / 1024 / 1024} MiB：请分成几个文件，或另存为 CSV。`)
      if (needed > texts.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, Math.floor(texts.length * 1.5)))
        texts.copy(larger, 0, 0, length)
        texts = larger
      }
      if (count === ends.length) {
        const more = new Uint32Array(count * 2)
        more.set(ends)
        ends = more
      }
      length += texts.write(text, length)
      ends[count] = length
      count += 1
    }
  }
  return (index) => {
    if (tooLong.has(index)) return null
    return index < count ? texts.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]) : undefined
  }
}

const WORKBOOK = 'xl/workbook.xml'
/** Bytes of a part that lists sheets or styles. */
const PART_LIMIT = 16 * 1024 * 1024

export type WorkbookSheet = {
  name: string
  /** Rows as records of a CSV; the line is the number of the row. */
  rows: () => AsyncGenerator<CsvRecord[]>
}

/** A workbook in the format XLSX (ECMA-376). */
export class Workbook {
  readonly sheets: readonly WorkbookSheet[]
  constructor(sheets: readonly WorkbookSheet[]) {
    this.sheets = sheets
  }
}

export const isWorkbook = ({ entries }: ZipArchive): boolean => entries.some(({ name }) => name === WORKBOOK)

async function textOf(archive: ZipArchive, entry: ArchiveEntry | undefined): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  if (entry === undefined) return ''
  for await (const piece of archive.read(entry)) {
    length += piece.length
    if (length > PART_LIMIT) throw new ImportRefused(`${archive.name} 的 ${entry.name} 过大，不像真实的工作簿。`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Formats that ECMA-376 defines, 18.8.30; those of 27 to 36 and 50 to 58 are dates in Chinese and Japanese. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const isDateCode = (code: string) => /[ymd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Whether each cell style shows a date. */
function dateStylesOf(styles: string): boolean[] {
  const custom = new Set(
    elementsOf(styles, 'numFmt')
      .filter((format) => isDateCode(attributeOf(format, 'formatCode') ?? ''))
      .map((format) => Number(attributeOf(format, 'numFmtId'))),
  )
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs\b([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  return elementsOf(cellStyles, 'xf').map((style) => {
    const id = Number(attributeOf(style, 'numFmtId') ?? 0)
    return custom.has(id) || isBuiltInDate(id)
  })
}

/** Opens a workbook; its shared texts are read with its first row. @throws ImportRefused */
export async function openWorkbook(archive: ZipArchive): Promise<Workbook> {
  const byName = new Map(archive.entries.map((entry) => [entry.name, entry]))
  const workbook = await textOf(archive, byName.get(WORKBOOK))
  const relations = elementsOf(await textOf(archive, byName.get('xl/_rels/workbook.xml.rels')), 'Relationship')
  const targets = new Map(relations.map((one) => [attributeOf(one, 'Id'), attributeOf(one, 'Target') ?? '']))
  const partOf = (target: string) => byName.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  const isDate = dateStylesOf(await textOf(archive, byName.get('xl/styles.xml')))
  const is1904 = elementsOf(workbook, 'workbookPr').some((one) =>
    /^(?:1|true)$/.test(attributeOf(one, 'date1904') ?? ''),
  )

  let strings: SharedStrings | null = null
  async function stringsOf(): Promise<SharedStrings> {
    const part = byName.get('xl/sharedStrings.xml')
    const limits = { name: archive.name, limit: LINE_LIMIT }
    strings ??= part === undefined ? () => undefined : await readSharedStrings(archive.read(part), limits)
    return strings
  }
  async function* rowsOf(part: ArchiveEntry): AsyncGenerator<CsvRecord[]> {
    const context: SheetContext = { strings: await stringsOf(), isDate, is1904 }
    let line = 0
    for await (const rows of xmlElements(archive.read(part), 'row', 4 * LINE_LIMIT)) {
      yield rows.flatMap(({ attributes, content }): CsvRecord[] => {
        line = Number(attributeOf(attributes, 'r') ?? line + 1)
        const row = content === null ? null : readSheetRow(content, context)
        if (row === null || row.length > LINE_LIMIT) return [{ line, problem: `一行超过 ${LINE_LIMIT} 字` }]
        return row === '' ? [] : [{ line, text: row }]
      })
    }
  }
  const sheets = elementsOf(workbook, 'sheet').flatMap((sheet): WorkbookSheet[] => {
    const part = partOf(targets.get(attributeOf(sheet, 'id')) ?? '')
    return part === undefined ? [] : [{ name: attributeOf(sheet, 'name') ?? '', rows: () => rowsOf(part) }]
  })
  if (sheets.length === 0) throw new ImportRefused(`${archive.name} 里没有工作表。`)
  return new Workbook(sheets)
}
