import type { CsvRecord } from './csv-records.ts'
import { ImportRefused } from './import-refused.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'
import { readSheetRow, type SheetContext } from './sheet-row.ts'
import { LINE_LIMIT } from './text-lines.ts'
import { attributeOf, elementsOf, xmlElements } from './xml-text.ts'
import type { ArchiveEntry, ZipArchive } from './zip-archive.ts'

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
