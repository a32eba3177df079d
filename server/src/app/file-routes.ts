import { Readable } from 'node:stream'
import { exportDataQuery, SMS_CODE_HEADER } from '@baiqicha/contract/account'
import { leadSearchQuery } from '@baiqicha/contract/leads'
import { reportFileQuery } from '@baiqicha/contract/report'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { LEAD_EXPORT_COMPANIES_HEADER, LEAD_EXPORT_ROWS_HEADER } from '@baiqicha/contract/routes/leads'
import type { FastifyInstance } from 'fastify'
import { maskNumbersIn } from '../domain/masking/masking.ts'
import type { ExportService } from '../features/account/export.service.ts'
import type { LeadExportService } from '../features/leads/lead-export.service.ts'
import type { CompanyReportService } from '../features/report/report.service.ts'
import { inTime } from '../platform/http/deadline.ts'
import { readQuery } from '../platform/http/request-text.ts'
import { refuseIfUnavailable } from '../search/search-refusal.ts'
import type { Admissions } from './admission-rules.ts'
import { type FindSession, requireSession } from './register-route.ts'

type FileRouteDeps = {
  admission: Pick<Admissions, 'dataExports' | 'leadExports' | 'reads'>
  exports: ExportService
  leadExports: LeadExportService
  reports: Pick<CompanyReportService, 'file'>
  findSession: FindSession
  /** Without those of locked accounts, which may only export their data. */
  findUnlocked: FindSession
  /** Milliseconds until the collection of the data is abandoned. */
  deadlineMs: number
}

/** The files of a user: the own data as a zip archive, the CSV of 找商机, the PDF of a report. */
export function registerFiles(app: FastifyInstance, deps: FileRouteDeps): void {
  const { admission, exports, leadExports, reports, findSession, findUnlocked, deadlineMs } = deps

  app.get(API_BASE + exceptions.exportData.path, async (request, reply) => {
    const { format } = readQuery(exportDataQuery, request, 'format')
    const code = request.headers[SMS_CODE_HEADER]
    const smsCode = typeof code === 'string' ? code : ''
    const collect = async () => {
      const session = await requireSession(findSession, request)
      return exports.exportData({ session, format, smsCode, address: request.callerKey })
    }
    const archive = await admission.dataExports.run(() => inTime(collect(), deadlineMs))
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="baiqicha-data.zip"')
      .send(Readable.from(archive, { objectMode: false }))
  })

  // Landlines and company mailboxes only.
  app.get(API_BASE + exceptions.exportLeads.path, async (request, reply) => {
    const query = readQuery(leadSearchQuery, request, 'format')
    const collect = async () => {
      const session = await requireSession(findUnlocked, request)
      return refuseIfUnavailable(leadExports.exportLeads(query, { session, address: request.callerKey }))
    }
    const { csv, companies, rows } = await admission.leadExports.run(() => inTime(collect(), deadlineMs))
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="baiqicha-leads.csv"')
      .header(LEAD_EXPORT_COMPANIES_HEADER, companies)
      .header(LEAD_EXPORT_ROWS_HEADER, rows)
      .send(maskNumbersIn(csv))
  })

  // For the owner of the report only.
  app.get(API_BASE + exceptions.reportFile.path, async (request, reply) => {
    const { id } = readQuery(reportFileQuery, request, 'id')
    const read = async () => reports.file((await requireSession(findUnlocked, request)).userId, id)
    const { number, pdf } = await admission.reads.run(() => inTime(read(), deadlineMs))
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}
