import { API_BASE } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { createSecurityHeaders } from '../platform/http/security-headers.ts'
import { sendFile } from '../platform/web/send-file.ts'
import { prepareFile, type WebFile } from '../platform/web/web-files.ts'

/** The app of readers, which the desk shows in a frame. */
export type PublicSite = {
  /** Its server. */
  app: Pick<FastifyInstance, 'inject'>
  /** Its build; empty: there is none. */
  files: ReadonlyMap<string, WebFile>
}

const PAGE = '/preview'
const SCRIPT = '/preview.js'

/**
 * Runs in the frame before the app: takes the answers that the page of the desk sets from it instead of the server, and sets the
 * appearance by the address. Nothing is counted.
 */
const script = `(() => {
  const params = new URLSearchParams(location.search)
  localStorage.setItem('trackingConsent', 'refused')
  localStorage.setItem('appearance', JSON.stringify({
    theme: params.get('theme') === 'dark' ? 'dark' : 'light', isElder: params.get('elder') === '1',
  }))
  const { fetch } = window
  window.fetch = async (request, options) => {
    const { pathname } = new URL(request instanceof Request ? request.url : request, location.href)
    const answers = parent === window ? {} : parent.previewAnswers ?? {}
    const data = Object.hasOwn(answers, pathname) ? answers[pathname] : null
    return data === null
      ? fetch(request, options)
      : new Response(JSON.stringify({ code: 0, message: '', data }), { headers: { 'content-type': 'application/json' } })
  }
})()
`

/** Pages of the desk and the service worker of the app are never replaced: a worker would answer the calls of the desk. */
const isOwn = (address: string) => ['/', '/index.html', '/sw.js', PAGE, SCRIPT].includes(address)

/**
 * The real app with a draft, only for a frame of the desk. `own`: files of the desk, which stay. Calls of the app that read
 * are answered as for a visitor; it has no others.
 */
export async function registerPreview(
  desk: FastifyInstance,
  { app, files }: PublicSite,
  own: ReadonlyMap<string, WebFile>,
): Promise<void> {
  const index = files.get('/index.html')
  if (index === undefined) return
  const html = (await index.content('identity')).toString('utf8')
  const page = prepareFile(Buffer.from(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`)), '.html')
  const scriptFile = prepareFile(Buffer.from(script), '.js')
  const headers = createSecurityHeaders({
    indexHtml: html,
    logoHosts: [],
    frameAncestors: ["'self'"],
    testHosts: [],
  })
  desk.get(PAGE, (request, reply) => sendFile(page, request, reply.headers(headers(request.headers.host))))
  desk.get(SCRIPT, (request, reply) => sendFile(scriptFile, request, reply))
  for (const [address, file] of files) {
    if (!isOwn(address) && !own.has(address)) desk.get(address, (request, reply) => sendFile(file, request, reply))
  }
  desk.get(`${API_BASE}/*`, async (request, reply) => {
    const answered = await app.inject({ method: 'GET', url: request.url, remoteAddress: request.callerAddress })
    return reply
      .code(answered.statusCode)
      .header('content-type', answered.headers['content-type'])
      .send(answered.rawPayload)
  })
}
