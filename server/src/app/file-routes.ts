import { Readable } from 'node:stream'
import { exportDataQuery, SMS_CODE_HEADER } from '@baiqicha/contract/account'
import { UPLOAD_BYTES, type UploadedImage } from '@baiqicha/contract/correction'
import { leadSearchQuery } from '@baiqicha/contract/leads'
import { reportFileQuery } from '@baiqicha/contract/report'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import { LEAD_EXPORT_COMPANIES_HEADER, LEAD_EXPORT_ROWS_HEADER } from '@baiqicha/contract/routes/leads'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { maskNumbersIn } from '../domain/masking/masking.ts'
import type { ExportService } from '../features/account/export.service.ts'
import type { ApplicantService } from '../features/correction/applicant.service.ts'
import type { LeadExportService } from '../features/leads/lead-export.service.ts'
import type { CompanyReportService } from '../features/report/report.service.ts'
import { inTime, Refusal } from '../platform/http/refusal.ts'
import { readQuery } from '../platform/http/request-text.ts'
import { respond } from '../platform/http/respond.ts'
import { takeOrRefuse } from '../platform/limits/limit-refusal.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { UploadError, UploadService } from '../platform/uploads/upload.service.ts'
import { multipartOptions, type ReceivedFile, receiveFile } from '../platform/uploads/upload-form.ts'
import { refuseIfUnavailable } from '../search/company-search.ts'
import type { Admissions } from './admission-rules.ts'
import { type FindSession, requireSession, tokenOf } from './register-route.ts'

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

type UploadRouteDeps = {
  admission: Pick<Admissions, 'credentials' | 'uploads'>
  uploads: UploadService
  applicants: ApplicantService
  limiter: Limiter
  findSession: FindSession
  /** Milliseconds until a query of the database is abandoned. */
  deadlineMs: number
}

/** Milliseconds for a received picture: decoding and storage may each take most of it, but a response takes three seconds. */
const STORE_DEADLINE_MS = 2_800

const form = { fields: ['contactToken'], maxBytes: UPLOAD_BYTES }

/** The only call that receives a picture. The applicant and the limit are checked before the picture is read. */
export function registerUpload(app: FastifyInstance, deps: UploadRouteDeps): void {
  const { admission, uploads, applicants, limiter, deadlineMs } = deps

  async function admitOwner(token: string, contactToken: string | undefined): Promise<string> {
    const session = token === '' ? null : await deps.findSession(token)
    const owner = applicants.ownerOf(await applicants.require(session, contactToken))
    await takeOrRefuse(limiter, [{ limit: 'uploadsPerPerson', subject: owner }])
    return owner
  }

  async function store(owner: string, { bytes }: ReceivedFile): Promise<UploadedImage> {
    if (bytes === null) throw pictureUnfit('图片不能超过 5 MB')
    const stored = await uploads.store(owner, bytes)
    if (!stored.ok) throw pictureUnfit(uploadSentences[stored.error.type])
    return stored.value
  }

  // A scope of its own, so that the form parser does not apply to any other call.
  app.register(async (scope) => {
    await scope.register(multipart, multipartOptions)
    scope.post(API_BASE + exceptions.uploadImage.path, { config: { takes: 'form' } }, async (request, reply) => {
      const data = await receiveFile(request, form, async (fields, receive) => {
        const admit = () => inTime(admitOwner(tokenOf(request), fields.get('contactToken')), deadlineMs)
        const owner = await admission.credentials.run(admit)
        return admission.uploads.run(async () => {
          const file = await receive()
          return inTime(store(owner, file), STORE_DEADLINE_MS)
        })
      })
      return respond(reply, 200, { code: 0, message: '', data })
    })
  })
}

const uploadSentences: Record<UploadError['type'], string> = {
  noPicture: '请上传 jpg、png 或 webp 图片',
  tooManyPixels: '图片不能超过 4000 万像素，请缩小后上传',
  broken: '图片无法读取，请换一张，或截图后上传',
}

const pictureUnfit = (message: string) => new Refusal({ code: resultCode.pictureUnfit, message })
