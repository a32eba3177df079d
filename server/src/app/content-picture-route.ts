import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Admission } from '../platform/admission/admission.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import { unavailable, unknownPath } from '../platform/http/refusal.ts'
import { respondRefusal } from '../platform/http/respond.ts'

type PictureRouteDeps = {
  admission: Admission
  /** null: there is no such picture. */
  findPicture: (id: string) => Promise<Buffer | null>
  deadlineMs: number
}

/** Serves the pictures of published content. The id is derived from the bytes, so caches never need to revalidate. */
export function registerContentPicture(app: FastifyInstance, { admission, findPicture, deadlineMs }: PictureRouteDeps) {
  app.get<{ Params: { id: string } }>(API_BASE + exceptions.contentPicture.path, async (request, reply) => {
    const jpeg = await admission.run(() =>
      withDeadline(findPicture(request.params.id), deadlineMs, () => unavailable()),
    )
    if (jpeg === null) return respondRefusal(reply, unknownPath())
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-type', 'image/jpeg')
      .send(jpeg)
  })
}
