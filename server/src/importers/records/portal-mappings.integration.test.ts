import { recordKinds } from '@baiqicha/contract/records/kinds'
import { describe, expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { importRecordFile } from '../../../test/importers/import-records.ts'
import { testFile } from '../../../test/importers/import-tables.ts'
import { loadRecordMapping } from './record-formats.ts'

const company = '深圳澜测演示有限公司'
const code = '91990001MA0DEM001F'

/** One row in the columns of each portal, and what is stored of it. */
const portals = [
  {
    mapping: 'csrc-penalties',
    kind: 'punishment',
    row: {
      当事人: company,
      统一社会信用代码: code,
      文号: '〔2026〕演1号',
      发布机构: '演示证监局',
      处罚类别: '警告;罚款',
      '罚款金额（万元）': '50',
      处罚结果: '警告，并处以50万元罚款。',
      发文日期: '2026-03-02',
      链接: 'https://csrc.example/c1',
    },
    fields: {
      docNo: '〔2026〕演1号',
      office: '演示证监局',
      kinds: ['警告', '罚款'],
      fineAmount: { value: 50, unit: '万元' },
      decisionDate: '2026-03-02',
    },
  },
  {
    mapping: 'exchange-measures',
    kind: 'punishment',
    row: {
      公司全称: company,
      文号: '演证函〔2026〕2号',
      处理机构: '演示证券交易所',
      监管类型: '公开谴责',
      涉及事项: '信息披露',
      处理日期: '2026-04-05',
    },
    fields: {
      docNo: '演证函〔2026〕2号',
      kinds: ['其他'],
      result: '公开谴责',
      remark: '监管措施或纪律处分，不属于行政处罚',
    },
  },
  {
    mapping: 'credit-china-penalties',
    kind: 'punishment',
    row: {
      行政相对人名称: company,
      统一社会信用代码: code,
      行政处罚决定书文号: '演市监处罚〔2026〕3号',
      违法行为类型: '演示类型',
      处罚类别: '罚款',
      处罚内容: '罚款2万元。',
      // Of another width than the column of the mapping.
      '罚款金额(万元)': '2',
      处罚决定日期: '2026/05/06',
      公示截止期: '2027/05/06',
      处罚机关: '演示市场监督管理局',
      数据来源单位更新日期: '2026/05/10',
    },
    fields: {
      docNo: '演市监处罚〔2026〕3号',
      fineAmount: { value: 2, unit: '万元' },
      decisionDate: '2026-05-06',
    },
  },
  {
    mapping: 'executed-persons',
    kind: 'executedPerson',
    row: {
      '被执行人姓名/名称': company,
      '身份证号码/组织机构代码': code,
      执行法院: '演示市人民法院',
      立案时间: '2026年06月07日',
      案号: '（2026）演0101执4号',
      执行标的: '120000',
    },
    fields: { name: company, caseNo: '（2026）演0101执4号', execAmount: { value: 120_000, unit: '元' } },
  },
  {
    mapping: 'dishonest-debtors',
    kind: 'dishonestExecutor',
    row: {
      '被执行人姓名/名称': company,
      主体类型: '企业',
      '身份证号码/组织机构代码': code,
      执行法院: '演示市人民法院',
      立案时间: '2026-06-08',
      案号: '（2026）演0101执5号',
      被执行人的履行情况: '全部未履行',
      失信被执行人行为具体情形: '违反财产报告制度',
      发布时间: '2026-07-01',
    },
    fields: { performance: '全部未履行', conduct: '违反财产报告制度', publishDate: '2026-07-01' },
  },
] as const

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',')

describeBothDatabases('the mappings of portals', (freshDatabase) => {
  describe.each(portals)('$mapping', ({ mapping, kind, row, fields }) => {
    it('reads a table with the columns of its portal', async () => {
      const database = await freshDatabase()
      const file = await testFile(`${quoted(Object.keys(row))}\n${quoted(Object.values(row))}\n`, 'portal.csv')
      const summary = await importRecordFile(database, kind, {
        file,
        mapping: loadRecordMapping(recordKinds[kind], mapping),
      })
      expect(summary).toMatchObject({
        created: 1,
        rejected: 0,
        unusedColumns: [],
        lostFields: new Map(),
        warnings: new Map(),
      })
      const stored = await database.db.selectFrom('record').select('content').executeTakeFirstOrThrow()
      expect(JSON.parse(stored.content)).toMatchObject(fields)
    })
  })
})
