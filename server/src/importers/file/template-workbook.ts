import { strToU8, zipSync } from 'fflate'

type NewSheet = { name: string; rows: readonly (readonly string[])[] }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Letters of a column from 0: A, Z, AA. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

// References are optional in ECMA-376, but some readers need them. The style 1 is text: a spreadsheet keeps the digits of codes.
const cell = (text: string, reference: string) =>
  `<c r="${reference}" t="inlineStr" s="1"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
const row = (cells: readonly string[], number: number) =>
  `<row r="${number}">${cells.map((text, at) => cell(text, `${columnName(at)}${number}`)).join('')}</row>`
const sheetXml = ({ rows }: NewSheet) =>
  `${declaration}<worksheet xmlns="${main}"><cols><col min="1" max="200" width="24" style="1" customWidth="1"/></cols><sheetData>${rows.map((cells, at) => row(cells, at + 1)).join('')}</sheetData></worksheet>`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${sheetType}.${type}+xml"/>`

/** A workbook with the sheets, all cells as text. */
export function workbookBytes(sheets: readonly NewSheet[]): Uint8Array {
  const each = (part: (sheet: NewSheet, number: number) => string) =>
    sheets.map((sheet, at) => part(sheet, at + 1)).join('')
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${each((_sheet, number) => override(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(({ name }, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${each((_sheet, number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`))}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  }
  const parts = Object.entries(files).map(([name, xml]): [string, Uint8Array] => [
    name,
    strToU8(xml.startsWith('<?xml') ? xml : `${declaration}${xml}`),
  ])
  return zipSync(Object.fromEntries(parts))
}
