import type { Handlers } from '../../platform/http/handler.ts'
import type { CompanyReportService } from './report.service.ts'

export const companyReportHandlers = (reports: Pick<CompanyReportService, 'create' | 'list'>) =>
  ({
    createReport: ({ input, session }) => reports.create(session.userId, input),
    reportList: async ({ session }) => ({ list: await reports.list(session.userId) }),
  }) satisfies Partial<Handlers>
