import { Readable } from 'node:stream'
import { mayRun } from '@baiqicha/contract/desk/actions'
import { pieceAnswer, pieceQuery, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { badRequest, noSession } from '../platform/http/refusal.ts'
import { respondSuccess } from '../platform/http/respond.ts'
import type { DeskPipeline } from './action-routes.ts'
import type { DeskServices } from './desk-handlers.ts'
import { roleMissing } from './desk-refusals.ts'
import { refusedByCommand } from './handlers/uploads.ts'
import { requireOwnOrigin } from './own-origin.ts'

/** A piece over a slow line. */
export const PIECE_TIMEOUT_MS = 120_000

/** The pieces of an upload. They are written to the disk as they arrive and are never in memory as a whole. */
export function registerPieces(
  app: FastifyInstance,
  { uploads }: Pick<DeskServices, 'uploads'>,
  pipeline: DeskPipeline,
) {
  app.addContentTypeParser('application/octet-stream', async (_request: FastifyRequest, body: unknown) => body)

  app.post(UPLOAD_PIECE_PATH, { config: { takes: 'bytes' } }, async (request, reply) => {
    requireOwnOrigin(request, pipeline.opsOrigin)
    const answer = await pipeline.run(
      request,
      async () => {
        const session = await pipeline.sessionOf(request)
        if (session === null) throw noSession()
        if (!mayRun(session.roles, 'uploads begin')) throw roleMissing()
        const query = z.safeParse(pieceQuery, request.query)
        if (!query.success || !(request.body instanceof Readable)) throw badRequest()
        const { id, piece } = query.data
        return refusedByCommand(uploads.add(id, Number(piece), request.body))
      },
      PIECE_TIMEOUT_MS,
    )
    return respondSuccess(reply, JSON.stringify(z.encode(pieceAnswer, answer)))
  })
}
