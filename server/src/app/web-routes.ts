import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/read-config.ts'
import { isTestHost } from '../platform/http/security-headers.ts'
import { sendFile } from '../platform/web/send-file.ts'
import { addMeta, type WebFile } from '../platform/web/web-files.ts'

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
