import { openApiDocument } from '@baiqicha/contract/openapi/document'
import { API_BASE, exceptions } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/read-config.ts'
import type { Admission } from '../platform/admission/admission.ts'
import { inTime, unknownPath } from '../platform/http/refusal.ts'
import { respondRefusal } from '../platform/http/respond.ts'
import { isTestHost } from '../platform/http/security-headers.ts'
import { addMeta, prepareFile, sendFile, type WebFile } from '../platform/web/web-files.ts'

type PageFor = (request: FastifyRequest) => WebFile | undefined

/**
 * Serves the built web app to GET and HEAD. Files with a hash in their name are immutable; the page itself is
 * revalidated. The page states what it has to know before any call: its test hosts, to these hosts only, and whether its
 * host has obtained the consent to tracking.
 */
export function registerWeb(app: FastifyInstance, files: ReadonlyMap<string, WebFile>, pageFor: PageFor) {
  for (const [address, file] of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: address,
      handler: (request, reply) => sendFile((file === files.get('/') && pageFor(request)) || file, request, reply),
    })
  }
}

/** The page with what it has to know; undefined without a build. */
export async function openPage(
  files: ReadonlyMap<string, WebFile>,
  { testHosts, asksTrackingConsent }: Pick<Config, 'testHosts' | 'asksTrackingConsent'>,
): Promise<PageFor> {
  const built = files.get('/')
  const page = built === undefined || asksTrackingConsent ? built : await addMeta(built, 'tracking-consent', 'host')
  // The debug console is created only where the page names its host.
  const testPage =
    page === undefined || testHosts.length === 0 ? page : await addMeta(page, 'test-hosts', testHosts.join(' '))
  return (request) => (isTestHost(request.headers.host, testHosts) ? testPage : page)
}

/** Addresses of files: hidden ones, those of the build, and those with an extension that no page has. */
const fileAddress = /\/\.|^\/assets\/|\.(?!html?$|php$|aspx?$|jsp$)[a-z\d]{1,11}$/i

/**
 * Answers an address that has no route. Chat apps encode the # of a shared address or drop it: the app finds the page. A
 * file that does not exist stays missing.
 */
export const answerByPage =
  (pageFor: PageFor) =>
  (request: FastifyRequest, reply: FastifyReply): unknown => {
    const page = pageFor(request)
    const [address = ''] = request.url.split('?')
    if (page !== undefined && !fileAddress.test(address)) return sendFile(page, request, reply)
    return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send('404')
  }

type PictureRouteDeps = {
  admission: Admission
  /** null: there is no such picture. */
  findPicture: (id: string) => Promise<Buffer | null>
  deadlineMs: number
}

/** Serves the pictures of published content. The id is derived from the bytes, so caches never need to revalidate. */
export function registerContentPicture(app: FastifyInstance, { admission, findPicture, deadlineMs }: PictureRouteDeps) {
  app.get<{ Params: { id: string } }>(API_BASE + exceptions.contentPicture.path, async (request, reply) => {
    const jpeg = await admission.run(() => inTime(findPicture(request.params.id), deadlineMs))
    if (jpeg === null) return respondRefusal(reply, unknownPath())
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-type', 'image/jpeg')
      .send(jpeg)
  })
}

/** Serves the OpenAPI document. */
export function registerOpenApi(app: FastifyInstance, admission: Admission): void {
  // Built by the first request: the document would take half of the time to create the application.
  let document: WebFile | undefined
  app.get(API_BASE + exceptions.openapi.path, (request, reply) =>
    admission.run(() => {
      document ??= prepareFile(Buffer.from(JSON.stringify(openApiDocument())), '.json')
      return sendFile(document, request, reply)
    }),
  )
}
