import { reportFileQuery } from '@baiqicha/contract/report'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../domain/account/session.ts'
import type { CompanyReportService } from '../features/report/report.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import { cleanQuery } from '../platform/http/query-string.ts'
import { badRequest, noSession, unavailable } from '../platform/http/refusal.ts'
import { tokenOf } from './register-route.ts'

type ReportFileRouteDeps = {
  admission: Admission
  reports: Pick<CompanyReportService, 'file'>
  findSession: (token: string) => Promise<Session | null>
  deadlineMs: number
}

/** The PDF of a report, for its owner only. */
export function registerReportFile(app: FastifyInstance, deps: ReportFileRouteDeps): void {
  app.get(API_BASE + exceptions.reportFile.path, async (request, reply) => {
    const query = z.safeParse(reportFileQuery, cleanQuery(request.raw.url ?? '', request.query))
    if (!query.success) throw badRequest('id')
    const read = async () => {
      const session = await deps.findSession(tokenOf(request))
      if (session === null) throw noSession()
      return deps.reports.file(session.userId, query.data.id)
    }
    const { number, pdf } = await deps.admission.run(() => withDeadline(read(), deps.deadlineMs, () => unavailable()))
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}
