import { Readable } from 'node:stream'
import { exportDataQuery, SMS_CODE_HEADER } from '@baiqicha/contract/account'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '../domain/account/session.ts'
import type { ExportService } from '../features/account/export.service.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import { cleanQuery } from '../platform/http/query-string.ts'
import { badRequest, noSession, unavailable } from '../platform/http/refusal.ts'
import { tokenOf } from './register-route.ts'

type ExportRouteDeps = {
  admission: Admission
  exports: ExportService
  findSession(token: string): Promise<Session | null>
  /** Milliseconds until the collection of the data is abandoned. */
  deadlineMs: number
}

function smsCodeOf(request: FastifyRequest): string {
  const code = request.headers[SMS_CODE_HEADER]
  return typeof code === 'string' ? code : ''
}

/** The data of a user as a zip archive. */
export function registerExport(app: FastifyInstance, deps: ExportRouteDeps): void {
  const { admission, exports, deadlineMs } = deps

  app.get(API_BASE + exceptions.exportData.path, async (request, reply) => {
    const query = z.safeParse(exportDataQuery, cleanQuery(request.raw.url ?? '', request.query))
    if (!query.success) throw badRequest('format')
    const collect = async () => {
      const session = await deps.findSession(tokenOf(request))
      if (session === null) throw noSession()
      const { format } = query.data
      return exports.exportData({ session, format, smsCode: smsCodeOf(request), address: request.callerKey })
    }
    const archive = await admission.run(() => withDeadline(collect(), deadlineMs, () => unavailable()))
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="baiqicha-data.zip"')
      .send(Readable.from(archive, { objectMode: false }))
  })
}
