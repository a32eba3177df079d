import { API_BASE } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { createSecurityHeaders } from '../platform/http/security-headers.ts'
import { prepareFile, sendFile, type WebFile } from '../platform/web/web-files.ts'

/** The app of readers, which the desk shows in a frame. */
export type PublicSite = {
  /** Its server. */
  app: Pick<FastifyInstance, 'inject'>
  /** Its build; empty: there is none. */
  files: ReadonlyMap<string, WebFile>
}

const PAGE = '/preview'
const SCRIPT = '/preview.js'
const POLICY = 'content-security-policy'

/**
 * Runs in the frame before the app. The frame has an origin of its own, so it has no storage, no cookie and no access to the page
 * of the desk: the answers are in the name of the frame, storage is in memory, and the server is asked as a visitor would.
 */
const script = `(() => {
  const params = new URLSearchParams(location.search)
  const createStorage = (values) => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, String(value)),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  })
  const appearance = { theme: params.get('theme') === 'dark' ? 'dark' : 'light', isElder: params.get('elder') === '1' }
  const local = [['trackingConsent', 'refused'], ['appearance', JSON.stringify(appearance)]]
  Object.defineProperty(window, 'localStorage', { value: createStorage(new Map(local)) })
  Object.defineProperty(window, 'sessionStorage', { value: createStorage(new Map()) })
  delete Navigator.prototype.serviceWorker
  const answers = JSON.parse(window.name || '{}')
  const { fetch } = window
  window.fetch = async (request, options) => {
    const { method, url } = new Request(request, options)
    const { pathname } = new URL(url)
    if (Object.hasOwn(answers, pathname)) {
      const answer = { code: 0, message: '', data: answers[pathname] }
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
    }
    if (method !== 'GET') throw new TypeError('the preview only reads')
    return fetch(url, { credentials: 'omit' })
  }
})()
`

/** Files and answers that any visitor may read: the frame reads them from another origin. */
const readable = { 'access-control-allow-origin': '*' }

/** Pages of the desk and the service worker of the app are never replaced: a worker would answer the calls of the desk. */
const isOwn = (address: string) => ['/', '/index.html', '/sw.js', PAGE, SCRIPT].includes(address)

/**
 * The real app with a draft, only for a frame of the desk. The policy gives the page an origin of its own, also outside of a
 * frame: a fault of its scripts cannot reach the calls of the desk. `own`: files of the desk, which stay. Calls of the app that read
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
  desk.get(PAGE, (request, reply) => {
    const { [POLICY]: policy, ...others } = headers(request.headers.host)
    return sendFile(page, request, reply.headers({ ...others, [POLICY]: `${policy}; sandbox allow-scripts` }))
  })
  desk.get(SCRIPT, (request, reply) => sendFile(scriptFile, request, reply))
  for (const [address, file] of files) {
    if (isOwn(address) || own.has(address)) continue
    desk.get(address, (request, reply) => sendFile(file, request, reply.headers(readable)))
  }
  desk.get(`${API_BASE}/*`, async (request, reply) => {
    const answered = await app.inject({ method: 'GET', url: request.url, remoteAddress: request.callerAddress })
    return reply
      .code(answered.statusCode)
      .headers(readable)
      .header('content-type', answered.headers['content-type'])
      .send(answered.rawPayload)
  })
}
