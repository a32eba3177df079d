import { resultCode } from '@baiqicha/contract/result-codes'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildRecord, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn } from '../../../test/http/app.ts'
import { batchFile, lookUpBatch, sendBatch } from '../../../test/http/batch.ts'
import { workbookBytes } from '../../importers/file/template-workbook.ts'
import { openTable } from '../../importers/input/table-rows.ts'
import { openWorkbook } from '../../importers/input/workbook.ts'
import { openZip } from '../../importers/input/zip-archive.ts'
import { createAdmission } from '../../platform/admission/admission.ts'
import { createListProcess } from './list-process.ts'

const name = '演示云岚软件有限公司'

const sheet = (...rows: string[][]) => workbookBytes([{ name: '名单', rows }])

/** 企业名称,联系人 with one row. */
const gb18030 = Buffer.from(
  'c6f3d2b5c3fbb3c62cc1aacfb5c8cb0ad1ddcabed4c6e1b0c8edbcfed3d0cfdeb9abcbbe2cd1ddcabebcd70a',
  'hex',
)

/** A workbook whose sheet has this XML. */
function rawWorkbook(xml: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${xml}</sheetData></worksheet>`),
    ...more,
  })
}
/** Texts of 24 MB that compress to some kilobytes. */
const bomb = rawWorkbook('<row><c r="A1" t="s"><v>0</v></c></row>', {
  'xl/sharedStrings.xml': strToU8(`<sst>${`<si><t>${'a'.repeat(1_000)}</t></si>`.repeat(24_000)}</sst>`),
})
const inline = (text: string, reference: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

/** Reads and writes in a process, as the server does. */
const inProcess = { lists: createListProcess({ timeoutMs: 60_000 }) }

describeDatabases('a list in a file', (freshDatabase) => {
  async function open(deviation = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, deviation)
    const companies = await fillStore(db, test)
    const { token } = await signIn(test)
    await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
    return { db, test, token, companies }
  }

  it.each([
    ['UTF-8', Buffer.from(`\uFEFF企业名称,联系人\r\n${name},演示甲\r\n`), '客户.csv'],
    ['GB18030', gb18030, '客户.csv'],
    ['XLSX', sheet(['客户名单'], ['序号', '企业名称'], ['1', name]), '客户.xlsx'],
  ])('in %s is read, and its encoding is named', async (encoding, content, listName) => {
    const { test, token } = await open(inProcess)
    const job = await lookUpBatch(test, token, content, listName)
    expect(job).toMatchObject({ listName, encoding, total: 1, counts: { matched: 1 } })
  })

  it.each([
    ['a zip bomb', bomb, /解压后超过 20 MB/],
    ['an archive without a workbook', zipSync({ 'a.csv': strToU8('a') }), /^压缩文件/],
    ['a damaged archive', sheet([name]).slice(0, 500), /已损坏或不完整/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^旧版 Excel/],
    ['a PDF', Buffer.from('%PDF-1.7'), /^PDF 无法读取/],
    ['a page', Buffer.from('<html><body></body></html>'), /^网页或 XML/],
    ['an empty file', Buffer.alloc(0), /^名单里没有/],
    ['an empty sheet', sheet([]), /^名单里没有/],
    ['more than 2 MiB', Buffer.alloc(2 * 1024 * 1024 + 1, 0x61), /不能超过 2 MB/],
    ['100,000 lines', Buffer.from('演示有限公司\n'.repeat(100_000)), /^名单超过 2000 行/],
  ])('that is %s is refused with a sentence', async (_what, content, sentence) => {
    const { db, test, token } = await open()
    const sent = await sendBatch(test, token, content, '名单.xlsx')
    expect(sent).toMatchObject({ status: 200, code: resultCode.batchUnfit, job: null })
    expect(sent.message).toMatch(sentence)
    expect(await db.selectFrom('batch_job').select('id').execute()).toEqual([])
  })

  it('is read although it has macros, merged cells, a million empty rows, or dates in the column of names', async () => {
    const { test, token } = await open()
    const rows = `<row r="1">${inline('企业名称', 'A1')}</row><row r="2">${inline(name, 'A2')}</row><row r="3"><c r="A3"/></row><row r="4"><c r="A4" s="1"><v>45000</v></c></row>`
    const empty = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 5}"/>`).join('')
    const content = rawWorkbook(rows + empty.slice(0, 12_000_000), { 'xl/vbaProject.bin': strToU8('macro') })
    const job = await lookUpBatch(test, token, content, '名单.xlsm')
    expect(job).toMatchObject({ total: 2, counts: { matched: 1, invalid: 1 } })
    const { data } = await call(test.app, 'batchRows', { id: job.id }, { token })
    expect(data?.list.map(({ input, why }) => [input, why])).toEqual([
      [name, '企业全称一致'],
      ['2023-03-15', '是日期，请提供企业名称或代码'],
    ])
  })

  it('keeps quotes, tabs, formulas and 1,400 characters to their own rows', async () => {
    const { test, token } = await open()
    const list = [`"${name}"`, `1\t${name}\t备注`, '=cmd|"/c calc"!A1', '演'.repeat(1_400), '【】'].join('\n')
    const job = await lookUpBatch(test, token, list)
    expect(job).toMatchObject({ total: 5, counts: { matched: 2, invalid: 3 } })
  })

  it('that takes too long to read is refused, and the next one is read', async () => {
    const { db } = await freshDatabase()
    const lists = createListProcess({ timeoutMs: 1 })
    const test = await openTestApp(db, { lists })
    const { token } = await signIn(test)
    expect((await sendBatch(test, token, name)).message).toMatch(/无法在 5 秒内读完/)
  })

  it('waits for the list before it, and is refused with 503 when too many wait', async () => {
    const { db } = await freshDatabase()
    const admission = createAdmission({ running: 1, waiting: { capacity: 0, maxWaitMs: 0, lifoAfterMs: 0 } })
    const test = await openTestApp(db, { lists: createListProcess({ admission }) })
    const { token } = await signIn(test)
    const sent = await Promise.all([sendBatch(test, token, name), sendBatch(test, token, name)])
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 503]))
  })
})

describeDatabases('the file of a list', (freshDatabase) => {
  async function open({ member = true, deviation = {} } = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, deviation)
    const [company] = await fillStore(db, test)
    await insertRecords(db, [buildRecord({ kind: 'dishonestExecutor', subjects: [{ name: company?.name ?? '' }] })])
    const { token } = await signIn(test)
    if (member)
      await call(test.app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, { token })
    const job = await lookUpBatch(test, token, `${name}\n云岚\n=1+1\n13800138000`)
    return { test, token, company, job }
  }

  it('is for members', async () => {
    const { test, token, job } = await open({ member: false })
    expect((await batchFile(test, token, { id: job.id, format: 'csv' })).json()).toMatchObject({
      code: resultCode.notInMembership,
      message: '下载结果为会员功能，请先开通会员',
    })
    expect((await batchFile(test, token, { id: job.id, format: 'pdf' })).statusCode).toBe(400)
  })

  it('as CSV has a row per row of the list, with counts, link, source and date, and no formula', async () => {
    const { test, token, company, job } = await open()
    const response = await batchFile(test, token, { id: job.id, format: 'csv' })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const table = await openTable(
      (async function* () {
        yield response.rawPayload
      })(),
    )
    const read = table.cellReader(table.header ?? [])
    const rows: Record<string, unknown>[] = []
    for await (const batch of table.rows)
      for (const row of batch) {
        const cells = row.problem === undefined ? read(row.text) : []
        rows.push(Object.fromEntries((table.header ?? []).map((heading, at) => [heading, cells[at]])))
      }
    expect(rows[0]).toMatchObject({
      序号: '1',
      输入: name,
      结果: '唯一匹配',
      说明: '企业全称一致',
      企业编号: company?.id,
      企业名称: name,
      '失信被执行人（当前）': '1',
      登记信息来源: '测试来源',
      链接: `https://www.example.com/company/detail?id=${company?.id}`,
    })
    expect(rows.map((row) => [row['结果'], row['候选企业']])).toEqual([
      ['唯一匹配', ''],
      ['多个候选', expect.stringContaining(name)],
      ['无效', ''],
      ['无效', ''],
    ])
    expect(rows.map((row) => row['输入'])).toEqual([name, '云岚', "'=1+1", '138****8000'])
  })

  it('as XLSX is read by the reader of imports, and names its sources on a second sheet', async () => {
    const { test, token, job } = await open({ deviation: inProcess })
    const response = await batchFile(test, token, { id: job.id, format: 'xlsx' })
    expect(response.headers['content-type']).toContain('spreadsheetml.sheet')
    const { mkdtemp, open: openFile, rm, writeFile } = await import('node:fs/promises')
    const folder = await mkdtemp('/tmp/baiqicha-batch-test-')
    const file = `${folder}/list.xlsx`
    await writeFile(file, response.rawPayload)
    const handle = await openFile(file)
    const workbook = await openWorkbook(await openZip(handle, { file, name: 'list.xlsx' }))
    const texts: Record<string, string[]> = {}
    for (const { name: title, rows } of workbook.sheets) {
      const found: string[] = []
      for await (const records of rows()) for (const record of records) found.push(record.problem ?? record.text)
      texts[title] = found
    }
    await handle.close()
    await rm(folder, { recursive: true })
    expect(texts['结果']).toHaveLength(5)
    expect(texts['结果']?.[1]).toContain(name)
    expect(texts['来源']?.[0]).toBe('来源,范围,风险记录,数据日期,许可,网址')
    expect(texts['来源']?.join('\n')).toContain('测试来源')
    expect(texts['来源']?.join('\n')).toContain('未接入的风险记录')
  })
})
