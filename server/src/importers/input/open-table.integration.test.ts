import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { testFile } from '../../../test/importers/import-tables.ts'
import { workbookBytes } from '../file/template-workbook.ts'
import { openInput } from './open-input.ts'
import { openTable } from './table-rows.ts'

const wanted = {
  columns: ['name', 'creditCode', 'foundedOn'],
  synonyms: new Map([
    ['企业名称', 'name'],
    ['成立日期', 'foundedOn'],
  ]),
}
const row = ['深圳澜甲演示有限公司', '91440300MA5TP1255W', '2019-03-05']
const csv = (delimiter = ',') => `${wanted.columns.join(delimiter)}\r\n${row.join(delimiter)}\r\n`

/** Cells or problems of the rows, in the order of the wanted columns, and how the file was read. */
async function read(content: string | Uint8Array) {
  const input = await openInput(await testFile(content))
  const table = await openTable(input.content, wanted)
  const readCells = table.cellReader(wanted.columns)
  const rows: unknown[] = []
  for await (const batch of table.rows)
    rows.push(...batch.map((one) => (one.problem === undefined ? readCells(one.text) : one.problem)))
  await input.close()
  return { rows, format: table.format }
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
// 深圳, as GB18030: no encoder ships with Node.js.
const gb18030 = Buffer.concat([
  Buffer.from('name,creditCode\n'),
  Buffer.from([0xc9, 0xee, 0xdb, 0xda]),
  Buffer.from(',x\n'),
])

const workbookParts = (sheet: string, strings = '') => ({
  'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="一" r:id="rId1"/></sheets></workbook>'),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="rId1" Target="worksheets/s.xml"/></Relationships>',
  ),
  'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
  'xl/worksheets/s.xml': strToU8(sheet),
  'xl/sharedStrings.xml': strToU8(strings),
})
const header =
  '<row r="1"><c t="inlineStr"><is><t>企业名称</t></is></c><c t="inlineStr"><is><t>creditCode</t></is></c><c t="inlineStr"><is><t>成立日期</t></is></c></row>'
const textRow = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
const workbook = (rows: string, strings = '') =>
  zipSync(workbookParts(`<worksheet><sheetData>${header}${rows}</sheetData></worksheet>`, strings))

describe('a table', () => {
  it.each([
    ['with a byte order mark', `\uFEFF${csv()}`, ''],
    ['separated by tabs', csv('\t'), '制表符分隔'],
    ['separated by semicolons', csv(';'), '分号分隔'],
    ['with a line that states its separator', `sep=;\r\n${csv(';')}`, '分号分隔，列名在第 2 行'],
    ['in UTF-16', utf16(csv('\t')), 'UTF-16LE，制表符分隔'],
    ['with titles above its header', `导出（共 1 条）,,\n\n${csv()}`, '列名在第 3 行'],
    ['with blank columns and rows', `name,creditCode,foundedOn,,\n,,,,\n${row.join(',')},,\n ,,,,`, ''],
    ['with mixed line ends', `name,creditCode,foundedOn\r\n${row.join(',')}\n`, ''],
    [
      'with remarks on how to fill in its columns',
      `企业名称（全称）,creditCode,成立日期(YYYY-MM-DD)\n${row.join(',')}\n`,
      '',
    ],
    ['with a mark in the middle', csv().replace('深圳', '\uFEFF深圳'), ''],
    ['compressed with gzip', gzipSync(csv()), ''],
    ['in a zip file', zipSync({ '__MACOSX/._a.csv': strToU8('x'), 'a.csv': strToU8(csv()) }), ''],
    ['as a workbook', workbookBytes([{ name: '数据', rows: [wanted.columns, row] }]), 'XLSX 工作表“数据”'],
    [
      'as a workbook in gzip',
      gzipSync(workbookBytes([{ name: '数据', rows: [wanted.columns, row] }])),
      'XLSX 工作表“数据”',
    ],
    ['as a JSON list', JSON.stringify([{ name: row[0], creditCode: row[1], foundedOn: row[2] }], null, 1), 'JSON 列表'],
    [
      'as a JSON list in a wrapper',
      JSON.stringify({
        code: 0,
        data: { total: 1, rows: [{ 企业名称: row[0], creditCode: row[1], foundedOn: row[2] }] },
      }),
      'JSON 列表',
    ],
  ])('is read %s', async (_what, content, format) => {
    expect(await read(content)).toEqual({ rows: [row], format })
  })

  it('is read in GB18030', async () => {
    expect(await read(gb18030)).toEqual({ rows: [['深圳', 'x', undefined]], format: 'GB18030' })
  })

  it('may lack its last cells, and has no cells beyond its header', async () => {
    const { rows } = await read('name,creditCode\n甲\n乙,x,,\n丙,x,y\n')
    expect(rows).toEqual([['甲', undefined, undefined], ['乙', 'x', undefined], '应有 2 列，实有 3 列'])
  })

  it('is the first of two columns of one meaning', async () => {
    expect((await read('企业名称,name\n甲,乙\n')).rows).toEqual([['乙', undefined, undefined]])
  })

  it('is refused when a zip file has several', async () => {
    const zip = zipSync({ 'a.csv': strToU8(csv()), 'b.csv': strToU8(csv()) })
    await expect(read(zip)).rejects.toThrow(/2 个表格.*a\.csv、b\.csv/)
  })

  it('is refused when it is a web page, as portals name .xls', async () => {
    const page = '\ufeff<html><table><tr><td>企业名称</td></tr></table></html>'
    await expect(read(page)).rejects.toThrow('另存为 .xlsx 或 CSV')
  })

  it('has the rows of NDJSON whose fields are lists of objects', async () => {
    expect((await read('{"name":"甲","parties":[{"name":"乙"}]}')).rows).toEqual([['甲', undefined, undefined]])
  })

  it('reports a JSON list that is cut', async () => {
    expect((await read('[{"name":"甲"},{"name":"乙"')).rows).toEqual([
      ['甲', undefined, undefined],
      'JSON 没有结束，文件不完整',
    ])
  })
})

describe('a workbook', () => {
  it('gives values of formulas and never their text, dates of serials, and shared texts without readings', async () => {
    const rows =
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><f>1+1</f><v>x</v></c><c r="C3" s="1"><v>43529</v></c></row><row r="4"><c r="A4"><f>A3</f></c><c r="C4" t="e"><v>#N/A</v></c></row>'
    const strings =
      '<sst><si><r><t>深圳</t></r><r><t>澜甲 &amp; 乙</t></r><rPh sb="0" eb="1"><t>shen</t></rPh></si></sst>'
    expect((await read(workbook(rows, strings))).rows).toEqual([['深圳澜甲 & 乙', 'x', '2019-03-05']])
  })

  it('may prefix its elements', async () => {
    const sheet = `<x:worksheet><x:sheetData>${header}<row><c/></row></x:sheetData></x:worksheet>`.replaceAll(
      /<(\/?)(row|c|is|t)\b/g,
      '<$1x:$2',
    )
    expect((await read(zipSync(workbookParts(sheet)))).format).toContain('XLSX')
  })

  it('loads no entity', async () => {
    const rows = textRow('甲&x;')
    const doctype = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    const bytes = zipSync(workbookParts(`${doctype}<worksheet><sheetData>${header}${rows}</sheetData></worksheet>`))
    expect((await read(bytes)).rows).toEqual([['甲&x;', undefined, undefined]])
  })

  it('has only the row rejected whose cell is too long', async () => {
    const { rows } = await read(workbook(textRow('长'.repeat(5_000_000)) + textRow('乙')))
    expect(rows).toEqual([expect.stringMatching(/一行超过/), ['乙', undefined, undefined]])
  })

  it('is refused when it decompresses to far more than its size', async () => {
    const bytes = workbook(' '.repeat(80 * 1024 * 1024))
    await expect(read(bytes)).rejects.toThrow(/200 倍/)
  })

  it('is refused when it is damaged', async () => {
    const bytes = workbookBytes([{ name: '数据', rows: [wanted.columns, row] }])
    await expect(read(bytes.subarray(0, bytes.length - 40))).rejects.toThrow(/损坏/)
  })
})
