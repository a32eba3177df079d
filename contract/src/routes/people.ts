import { asOf, debtorRecord, onePage, personDetail, summary } from '../openapi/samples.ts'
import * as people from '../people.ts'
import { type RouteDocs, route } from './route.ts'

export const peopleRoutes = {
  debtorSearch: route(
    { method: 'POST', path: '/v1/people/search', access: 'session', load: 'reads', reading: 'lists' },
    people.debtorSearchBody,
    people.debtorSearchAnswerSchema,
  ),
  personDetail: route(
    { method: 'GET', path: '/v1/people/detail', access: 'session', load: 'reads', reading: 'details' },
    people.personDetailQuery,
    people.personDetailSchema,
  ),
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
          records: [debtorRecord()],
        },
      ],
      ...onePage,
      connected: true,
      asOf,
      groupsOfName: { current: 1, history: 0 },
      needsNarrowing: false,
    },
  },
  personDetail: {
    summary: '人员在一家企业的任职、持股与相关记录',
    example: { companyId: summary.id, role: 'legalRepresentative' },
    answer: personDetail(),
  },
})
