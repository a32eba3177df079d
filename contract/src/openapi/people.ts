import { type DebtorRecord, type PersonDetail } from '../people.ts'
import { peopleRoutes } from '../routes/people.ts'
import { type RouteDocs } from './route-docs.ts'
import { asOf, source, summary } from './samples.ts'

export const debtorRecord: DebtorRecord = {
  id: 'r-example',
  companyId: summary.id,
  caseNo: '（2026）演0101执1234号',
  court: '演示市示例区人民法院',
  province: '演示东省',
  filedDate: '2026-08-18',
  publishDate: '2026-10-28',
  performance: '全部未履行',
  conduct: '违反财产报告制度',
  isDisputed: false,
  removedAt: null,
  isDemo: true,
  source,
}
export const personDetail: PersonDetail = {
  company: { id: summary.id, name: summary.name, isDemo: true },
  name: '演示丙',
  positions: [
    {
      kind: 'keyPerson',
      title: '董事长',
      rows: [{ label: '任职日期', value: '2020-01-02' }],
      isCurrent: true,
      source,
    },
  ],
  counts: {},
  records: [],
  otherCompanies: [],
  hasNamesakes: false,
}

export const peopleDocs: RouteDocs<typeof peopleRoutes> = {
  debtorSearch: {
    summary: '失信被执行人查询；自然人须输入完整姓名',
    example: { name: summary.name, subjectType: '企业' },
    answer: {
      list: [
        {
          name: summary.name,
          subjectType: '企业',
          certNoMasked: summary.creditCode,
          sex: null,
          age: null,
          records: [debtorRecord],
        },
      ],
      total: 1,
      totalCapped: false,
      page: 1,
      pageSize: 20,
      connected: true,
      asOf,
      groupsOfName: { current: 1, history: 0 },
      needsNarrowing: false,
    },
  },
  personDetail: {
    summary: '人员在一家企业的任职、持股与相关记录',
    example: { companyId: summary.id, role: 'legalRepresentative' },
    answer: personDetail,
  },
}
