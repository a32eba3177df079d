import type { Handlers } from '../../platform/http/handler.ts'
import type { CompanyReportService } from './report.service.ts'

export const companyReportHandlers = (
  reports: Pick<CompanyReportService, 'create' | 'list'>,
): Handlers<'createReport' | 'reportList'> => ({
  createReport: ({ input, session }) => reports.create(session.userId, input),
  reportList: async ({ session }) => ({ list: await reports.list(session.userId) }),
})
