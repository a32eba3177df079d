import { asOf, source, summary } from '../openapi/samples.ts'
import * as people from '../people.ts'
import { type RouteDocs, route } from './route.ts'

export const peopleRoutes = {
  debtorSearch: route({
    method: 'POST',
    path: '/v1/people/search',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: people.debtorSearchBody,
    output: people.debtorSearchAnswerSchema,
  }),
  personDetail: route({
    method: 'GET',
    path: '/v1/people/detail',
    access: 'session',
    load: 'reads',
    reading: 'details',
    input: people.personDetailQuery,
    output: people.personDetailSchema,
  }),
} as const

export const peopleDocs = (): RouteDocs<typeof peopleRoutes> => ({
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
          records: [
            {
              id: 'r-example',
              companyId: summary.id,
              caseNo: '（2024）演0101执1234号',
              court: '演示市示例区人民法院',
              province: '演示省',
              filedDate: '2024-03-18',
              publishDate: '2024-05-06',
              performance: '全部未履行',
              conduct: '违反财产报告制度',
              isDisputed: false,
              removedAt: null,
              isDemo: true,
              source,
            },
          ],
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
    answer: {
      company: { id: summary.id, name: summary.name, isDemo: true },
      name: '演示甲',
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
    },
  },
})
