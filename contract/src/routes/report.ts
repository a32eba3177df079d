import { at } from '../openapi/samples.ts'
import { type CompanyReport, companyReportSchema, companyReportsSchema, createReportBody } from '../report.ts'
import { nothing, type RouteDocs, route } from './route.ts'

/** The PDF of a report; not in the table, because its answer is a file. */
export const REPORT_FILE_PATH = '/v1/report/file'

export const companyReportRoutes = {
  createReport: route(
    { method: 'POST', path: '/v1/report/create', access: 'session', load: 'reads' },
    createReportBody,
    companyReportSchema,
  ),
  reportList: route(
    { method: 'GET', path: '/v1/report/list', access: 'session', load: 'reads' },
    nothing,
    companyReportsSchema,
  ),
} as const

export function companyReportDocs(): RouteDocs<typeof companyReportRoutes> {
  const report: CompanyReport = {
    id: 'b-example',
    number: 'BG20261122-7H3KQ2MX',
    companyId: 'c-example',
    companyName: '演示云岚软件有限公司',
    state: 'waiting',
    reason: null,
    createdAt: at,
    expiresAt: '2026-11-23T02:00:00.000Z',
    pages: null,
  }

  return {
    createReport: {
      summary: '生成企业信息报告；会员每日 20 份，不写 sections 时包含全部内容',
      example: { companyId: 'c-example', sections: ['register', 'ownership', 'punishment'] },
      answer: report,
    },
    reportList: { summary: '我的报告，24 小时后删除', answer: { list: [report] } },
  }
}
