import { agreementListSchema, agreementQuery, agreementSchema } from '../agreements.ts'
import { nothing, type RouteDocs, route } from './route.ts'

export const agreementRoutes = {
  agreementList: route(
    { method: 'GET', path: '/v1/userAgreement/getAgreementTemplateList', access: 'open', load: 'copies' },
    nothing,
    agreementListSchema,
  ),
  agreement: route(
    { method: 'GET', path: '/v1/userAgreement/queryUserAgreement', access: 'open', load: 'copies' },
    agreementQuery,
    agreementSchema,
  ),
} as const

export function agreementDocs(): RouteDocs<typeof agreementRoutes> {
  const agreement = {
    type: 'user_protocol' as const,
    title: '百企查用户协议',
    version: '2026-11-22',
    effectiveDate: '2026-11-22',
    changeSummary: null,
  }

  return {
    agreementList: { summary: '协议列表与版本', answer: { agreementVersion: '2026-11-23', list: [agreement] } },
    agreement: {
      summary: '协议全文',
      example: { type: 'user_protocol' },
      answer: {
        ...agreement,
        preface: [{ kind: 'paragraph', text: '欢迎使用百企查。' }],
        content: [{ heading: '一、服务内容', blocks: [{ kind: 'item', text: '查询企业公开信息。' }] }],
      },
    },
  }
}
