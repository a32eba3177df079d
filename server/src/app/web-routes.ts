import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isTestHost } from '../platform/http/security-headers.ts'
import { sendFile } from '../platform/web/send-file.ts'
import { addMeta, type WebFile } from '../platform/web/web-files.ts'

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
      handler: (request, reply) => sendFile((file === built ? pageFor(request) : undefined) ?? file, request, reply),
    })
  }
}
