import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTools } from '../../../test/assistant/open-tools.ts'
import { pastedRows } from '../../../test/batch/pasted-rows.ts'
import { openStoreSearch } from '../../../test/relevance/store-search.ts'
import { copyStarterStore } from '../../../test/search/starter-store.ts'
import { systemClock } from '../../domain/clock.ts'
import { type BatchLookup, createBatchLookup, createExactCompanies } from '../../features/batch/batch-lookup.service.ts'
import { entriesOfRows } from '../../features/batch/list-rows.rules.ts'
import { createCompanySearchService } from '../../features/company/company-search.service.ts'
import { createIndexableRecordsRepository } from '../../features/company/indexable-records.repository.ts'
import { workbookBytes } from '../../importers/file/template-workbook.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createListProcess } from './list-process.ts'

const [first, second] = ['澜山演示贸易有限公司', '云岚演示软件有限公司']
const code = '91990001MA0TE5T16H'
/** A row that is not looked up. */
const INVALID = '无效'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
/** 单位名称,备注 and a row with 演示晨溪有限公司. */
const gb18030 = Buffer.from('b5a5cebbc3fbb3c62cb1b8d7a20ad1ddcabeb3bfcfaad3d0cfdeb9abcbbe2c0a', 'hex')
const book = (...sheets: string[][][]) => workbookBytes(sheets.map((rows, at) => ({ name: `表${at + 1}`, rows })))

/** A list as people have it, and the texts that they expect to be looked up. The expectations were written before the first run. */
const lists: readonly { what: string; content: string | Uint8Array; listName?: string; asked: readonly string[] }[] = [
  {
    what: 'cells copied from a spreadsheet with headings',
    content: `序号\t客户名称\t联系人\t电话\n1\t${first}\t演示甲\t13800138000\n2\t${second}\t演示乙\t\n`,
    asked: [first, second],
  },
  {
    what: 'cells without headings, with a code beside the name',
    content: `${first}\t${code}\t已签约\n${second}\t\t洽谈中`,
    asked: [code, second],
  },
  {
    what: 'a CSV with a BOM, quotes and a comma within a name',
    content: `\uFEFF企业名称,备注\r\n"Demo Trading (China) Co., Ltd.",重点\r\n"${first}",\r\n`,
    listName: '客户.csv',
    asked: ['Demo Trading (China) Co., Ltd', first],
  },
  {
    what: 'a CSV with semicolons',
    content: `单位名称;税号;金额\n${second};${code};1,200.50\n${first};;900\n`,
    listName: '对账.csv',
    asked: [code, first],
  },
  {
    what: 'names in one line',
    content: `${first}、${second}，演示晨溪有限公司`,
    asked: [first, second, '演示晨溪有限公司'],
  },
  { what: 'bullets of a document', content: `• ${first}\n• ${second}`, asked: [first, second] },
  { what: 'circled numbers', content: `①${first}\n②${second}`, asked: [first, second] },
  {
    what: 'Windows line ends, blank lines and wide blanks',
    content: `　${first}　\r\n\r\n${second}\r\n\r\n`,
    asked: [first, second],
  },
  { what: 'line ends of old Macs', content: `${first}\r${second}\r`, listName: '名单.txt', asked: [first, second] },
  {
    what: 'Unicode text of a spreadsheet',
    content: utf16(`企业名称\t备注\r\n${first}\t\r\n`),
    listName: '名单.txt',
    asked: [first],
  },
  { what: 'GB18030', content: gb18030, listName: '名单.csv', asked: ['演示晨溪有限公司'] },
  {
    what: 'a workbook with a title above the headings and a sum at the end',
    content: book([
      ['2026 年客户名单', '', ''],
      ['', '', ''],
      ['序号', '单位名称', '合同额'],
      ['1', first, '100'],
      ['2', second, '200'],
      ['', '合计', '300'],
    ]),
    listName: '客户.xlsx',
    asked: [first, second, '合计'],
  },
  {
    what: 'a workbook whose first sheet is empty',
    content: book([], [['企业名称'], [first]]),
    listName: '客户.xlsx',
    asked: [first],
  },
  {
    what: 'a workbook with codes only',
    content: book([['统一社会信用代码'], [code], ['9.1990001E+17']]),
    listName: '代码.xlsx',
    asked: [code, INVALID],
  },
  {
    what: 'a table of Markdown',
    content: `| 序号 | 企业名称 |\n|---|---|\n| 1 | ${first} |\n| 2 | ${second} |`,
    asked: [INVALID, first, second],
  },
  { what: 'an array of a program', content: `["${first}", "${second}"]`, asked: [first, second] },
  { what: 'quoted lines with commas', content: `"${first}",\n"${second}",`, asked: [first, second] },
  {
    what: 'a chat',
    content: `帮忙查一下：\n1. ${first}\n2. ${second}\n谢谢`,
    asked: ['帮忙查一下', first, second, '谢谢'],
  },
  {
    what: 'a signature',
    content: `${first}\n电话：0990-5550000\n邮箱：contact@demo-1.example\n网址：www.demo-1.example`,
    asked: [first, INVALID, INVALID, INVALID],
  },
  {
    what: 'names with remarks in brackets',
    content: `${first}（已签约）\n${second}(原演示晨溪有限公司)`,
    asked: [`${first}(已签约)`, `${second}(原演示晨溪有限公司)`],
  },
  {
    what: 'a register in two columns of names',
    content: `供应商名称\t供应商全称\n澜山\t${first}\n云岚\t${second}`,
    asked: [first, second],
  },
]

it.each(lists.map(({ what, ...list }) => [what, list] as const))('a list with %s is read', async (_what, list) => {
  const { content, listName = null, asked } = list
  const { entries } = await createListProcess({ timeoutMs: 60_000 }).read(Buffer.from(content), listName)
  expect(entries.map((entry) => entry.code ?? entry.name ?? INVALID)).toEqual(asked)
})

/** The rows of a pasted list over the store of a first start, with the demonstration companies and the real index. */
describe('a pasted row', () => {
  let lookup: BatchLookup
  let db: Database

  beforeAll(async () => {
    const dataDir = await copyStarterStore({ demo: true })
    const database = openDatabase({ dataDir })
    const store = await openStoreSearch(dataDir, { demo: true })
    db = database.db
    const companySearch = createCompanySearchService({
      index: store.search,
      companies: openTools(db, { clock: systemClock, index: store.search }).companies,
      records: createIndexableRecordsRepository(db, systemClock),
      isHiddenNumber: async () => false,
    })
    lookup = createBatchLookup({
      findExact: createExactCompanies({ db, includeDemo: true }),
      search: (query) => companySearch.search(query),
    })
    return async () => {
      await store.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 300_000)

  async function resultOf(line: string) {
    const [entry] = entriesOfRows([line.split('\t')])
    if (entry === undefined || entry.fault !== null) return { result: '无效', why: entry?.fault ?? '', names: [] }
    const [found] = await lookup.lookUp([entry])
    const ids = found === undefined ? [] : [found.companyId ?? [], found.candidates].flat()
    const rows = ids.length === 0 ? [] : await db.selectFrom('company').select('name').where('id', 'in', ids).execute()
    return { result: found?.result, why: found?.why ?? '', names: rows.map(({ name }) => name) }
  }

  it.each(pastedRows.map(({ line, result, name }) => [line.slice(0, 40), { line, result, name }] as const))(
    '%s has the result that a reader expects',
    async (_shown, { line, result, name }) => {
      const found = await resultOf(line)
      expect(found).toMatchObject({ result, names: name === undefined ? [] : expect.arrayContaining([name]) })
      if (result === '唯一匹配') expect(found.names).toEqual([name])
    },
  )
})
