import { leadSearchQuery } from '@baiqicha/contract/leads'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { LEAD_EXPORT_COMPANIES_HEADER, LEAD_EXPORT_ROWS_HEADER } from '@baiqicha/contract/routes/leads'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../domain/account/session.ts'
import { maskNumbersIn } from '../domain/masking/masking.ts'
import type { LeadExportService } from '../features/leads/lead-export.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import { cleanQuery } from '../platform/http/query-string.ts'
import { badRequest, noSession, unavailable } from '../platform/http/refusal.ts'
import { refuseIfUnavailable } from '../search/search-refusal.ts'
import { tokenOf } from './register-route.ts'

type LeadExportRouteDeps = {
  admission: Admission
  exports: LeadExportService
  findSession: (token: string) => Promise<Session | null>
  /** Milliseconds until the collection of the rows is abandoned. */
  deadlineMs: number
}

/** The CSV of landlines and company mailboxes of 找商机. */
export function registerLeadExport(
  app: FastifyInstance,
  { admission, exports, findSession, deadlineMs }: LeadExportRouteDeps,
): void {
  app.get(API_BASE + exceptions.exportLeads.path, async (request, reply) => {
    const query = z.safeParse(leadSearchQuery, cleanQuery(request.raw.url ?? '', request.query))
    if (!query.success) throw badRequest('format')
    const collect = async () => {
      const session = await findSession(tokenOf(request))
      if (session === null) throw noSession()
      return refuseIfUnavailable(exports.exportLeads(query.data, { session, address: request.callerKey }))
    }
    const { csv, companies, rows } = await admission.run(() => withDeadline(collect(), deadlineMs, () => unavailable()))
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="baiqicha-leads.csv"')
      .header(LEAD_EXPORT_COMPANIES_HEADER, companies)
      .header(LEAD_EXPORT_ROWS_HEADER, rows)
      .send(maskNumbersIn(csv))
  })
}
