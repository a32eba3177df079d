import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTestHost } from '../platform/http/security-headers.ts'
import { chooseEncoding, nameTestHosts, type WebFile } from '../platform/web/web-files.ts'

/**
 * Serves the built web app to GET and HEAD. Files with a hash in their name are immutable; the page itself is
 * revalidated. Test hosts get a page that names them; every other host gets the page as it was built.
 */
export function registerWeb(
  app: FastifyInstance,
  files: ReadonlyMap<string, WebFile>,
  testHosts: readonly string[],
): void {
  const page = files.get('/')
  const testPage = page === undefined || testHosts.length === 0 ? null : nameTestHosts(page, testHosts)
  for (const [address, file] of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: address,
      async handler(request, reply) {
        const isTestPage = file === page && testPage !== null && isTestHost(request.headers.host, testHosts)
        return serve(isTestPage ? await testPage : file, request, reply)
      },
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
