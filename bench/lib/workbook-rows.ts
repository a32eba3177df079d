import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { creditCodeCheck } from '../../contract/src/certificate-checks.ts'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { runImport } from './import-command.ts'

const header = ['企业名称', '统一社会信用代码', '成立日期', '注册资本', '注册地址', '经营状态']
const types = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = {
  'xl/workbook.xml': `<workbook xmlns="${types}" xmlns:r="${office}"><sheets><sheet name="数据" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${types}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
}

function textsOf(row: number): string[] {
  const code = `9144030099${String(row).padStart(7, '0')}`
  const place = `演示市演示区演示路${row % 9_973}号${row}室`
  return [`演示第${row}号贸易有限公司`, `${code}${creditCodeCheck(code)}`, place]
}

/** Rows as Excel writes them: names, codes and addresses as shared texts, dates as serials. */
function* sheetXml(rows: number): Generator<string> {
  const titles = header.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join('')
  yield `<worksheet xmlns="${types}"><sheetData><row r="1">${titles}</row>`
  for (let row = 0; row < rows; row += 1) {
    const [name, code, place] = [0, 1, 2].map((text) => `<c t="s"><v>${row * 3 + text}</v></c>`)
    const founded = `<c s="1"><v>${36_526 + (row % 9_000)}</v></c>`
    yield `<row>${name}${code}${founded}<c t="str"><v>${(row % 900) + 100}万人民币</v></c>${place}<c t="str"><v>存续</v></c></row>`
  }
  yield '</sheetData></worksheet>'
}

function* stringsXml(rows: number): Generator<string> {
  yield `<sst xmlns="${types}">`
  for (let row = 0; row < rows; row += 1) for (const text of textsOf(row)) yield `<si><t>${text}</t></si>`
  yield '</sst>'
}

const PIECE = 256 * 1024

/** Imports generated companies from an XLSX file. */
export function importWorkbook(location: DatabaseLocation, rows: number) {
  const file = path.join(location.dataDir, 'companies.xlsx')
  const handle = openSync(file, 'w')
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    writeSync(handle, bytes)
  })
  const add = (name: string, xml: Iterable<string>) => {
    const part = new ZipDeflate(name, { level: 3 })
    zip.add(part)
    let piece = ''
    for (const text of xml) {
      piece += text
      if (piece.length < PIECE) continue
      part.push(strToU8(piece))
      piece = ''
    }
    part.push(strToU8(piece), true)
  }
  for (const [name, xml] of Object.entries(parts)) add(name, [xml])
  add('xl/worksheets/sheet1.xml', sheetXml(rows))
  add('xl/sharedStrings.xml', stringsXml(rows))
  zip.end()
  closeSync(handle)
  return runImport(['companies', file, '--source', 'demo', '--no-events'], location)
}
