import { BATCH_BYTES, BATCH_NAME_LENGTH, batchFileQuery } from '@baiqicha/contract/batch'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from '../../domain/account/session.ts'
import { batchUnfit } from '../../features/batch/batch.refusals.ts'
import { type BatchService, batchCsv } from '../../features/batch/batch.service.ts'
import { inTime, unavailable } from '../../platform/http/refusal.ts'
import { readQuery } from '../../platform/http/request-text.ts'
import { respondSuccess } from '../../platform/http/respond.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { multipartOptions, receiveFile } from '../../platform/uploads/upload-form.ts'
import type { Admissions } from '../admission-rules.ts'
import { type FindSession, requireSession } from '../register-route.ts'
import type { ListProcess } from './list-process.ts'

type BatchRouteDeps = {
  admission: Pick<Admissions, 'credentials' | 'uploads' | 'batchFiles'>
  batches: BatchService
  lists: ListProcess
  limiter: Limiter
  findSession: FindSession
  /** Origin of the site; undefined: that of the request. */
  origin: string | undefined
  /** Milliseconds until a query of the database is abandoned. */
  deadlineMs: number
}

/** A list may wait for the list before it, and is read within five seconds. */
const READ_DEADLINE_MS = 16_000
/** A file of 2,000 rows reads as much as a hundred pages. */
const FILE_DEADLINE_MS = 20_000

const form = { fields: ['listName'], maxBytes: BATCH_BYTES }
const listNameOf = (fields: ReadonlyMap<string, string>) => {
  const name = (fields.get('listName') ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return name === '' ? null : Array.from(name).slice(0, BATCH_NAME_LENGTH).join('')
}
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The calls of 批量查询 that receive a list, and answer with a file. */
export function registerBatch(app: FastifyInstance, deps: BatchRouteDeps): void {
  const { admission, batches, lists, limiter, deadlineMs } = deps

  async function admitList(request: FastifyRequest): Promise<Session> {
    const session = await requireSession(deps.findSession, request)
    await takeOrRefuse(limiter, [{ limit: 'batchUploadsPerUser', subject: session.userId }])
    return session
  }

  // A scope of its own, so that the form parser does not apply to any other call.
  app.register(async (scope) => {
    await scope.register(multipart, multipartOptions)
    scope.post(API_BASE + exceptions.createBatch.path, { config: { takes: 'form' } }, async (request, reply) => {
      const job = await receiveFile(request, form, async (fields, receive) => {
        const session = await admission.credentials.run(() => inTime(admitList(request), deadlineMs))
        const bytes = await admission.uploads.run(async () => (await receive()).bytes)
        if (bytes === null) throw batchUnfit('名单不能超过 2 MB')
        const list = await inTime(lists.read(bytes, listNameOf(fields)), READ_DEADLINE_MS)
        return inTime(batches.create(session, list), deadlineMs)
      })
      return respondSuccess(reply, JSON.stringify(job))
    })
  })

  app.get(API_BASE + exceptions.batchFile.path, async (request, reply) => {
    const { id, format } = readQuery(batchFileQuery, request, 'format')
    const origin = deps.origin ?? `${request.protocol}://${request.host}`
    const collect = async (): Promise<Buffer> => {
      const session = await requireSession(deps.findSession, request)
      const { rows, sheets } = await batches.sheets(session, id, origin)
      if (format === 'csv') return Buffer.from(batchCsv(rows))
      const workbook = await lists.write(await sheets())
      if (workbook === null) throw unavailable()
      return workbook
    }
    const file = await admission.batchFiles.run(() => inTime(collect(), FILE_DEADLINE_MS))
    return reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename="baiqicha-batch.${format}"`)
      .send(file)
  })
}
