import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isTestHost } from '../platform/http/security-headers.ts'
import { addMeta, chooseEncoding, type WebFile } from '../platform/web/web-files.ts'

/**
 * Serves the built web app to GET and HEAD. Files with a hash in their name are immutable; the page itself is
 * revalidated. The page states what it has to know before any call: its test hosts, to these hosts only, and whether its
 * host has obtained the consent to tracking.
 */
export async function registerWeb(
  app: FastifyInstance,
  files: ReadonlyMap<string, WebFile>,
  { testHosts, asksTrackingConsent }: Pick<Config, 'testHosts' | 'asksTrackingConsent'>,
): Promise<void> {
  const built = files.get('/')
  const page = built === undefined || asksTrackingConsent ? built : await addMeta(built, 'tracking-consent', 'host')
  // The debug console is created only where the page names its host.
  const testPage =
    page === undefined || testHosts.length === 0 ? page : await addMeta(page, 'test-hosts', testHosts.join(' '))
  const pageFor = (request: FastifyRequest) => (isTestHost(request.headers.host, testHosts) ? testPage : page)
  for (const [address, file] of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: address,
      handler: (request, reply) => serve((file === built ? pageFor(request) : undefined) ?? file, request, reply),
    })
  }
}

async function serve(file: WebFile, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', file.etag)
  if (file.compressible) reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = file.compressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity'
  const content = await file.content(encoding)
  reply.header('content-type', file.contentType).header('content-length', String(content.length))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return request.method === 'HEAD' ? reply.send() : reply.send(content)
}
