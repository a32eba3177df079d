import type { CompanyReport } from '../report.ts'
import type { companyReportRoutes } from '../routes/report.ts'
import type { RouteDocs } from './route-docs.ts'
import { at } from './samples.ts'

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

export const companyReportDocs: RouteDocs<typeof companyReportRoutes> = {
  createReport: {
    summary: '生成企业信息报告；会员每日 20 份，不写 sections 时包含全部内容',
    example: { companyId: 'c-example', sections: ['register', 'ownership', 'punishment'] },
    answer: report,
  },
  reportList: { summary: '我的报告，24 小时后删除', answer: { list: [report] } },
}
