import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits } from '../../test/http/app.ts'
import { parseRanges } from '../platform/http/client-address.ts'
import { openVerifyFiles, openWebFiles } from '../platform/web/web-files.ts'

const settings = {
  limits: raisedLimits(),
  trustedProxies: parseRanges([]),
  trackingDays: 180,
  asksTrackingConsent: true,
  opsToken: 'a-token-of-operators',
  reconcile: false,
  frameAncestors: ['https://host.example.com'],
  logoHosts: ['img.example.com'],
  jumpHosts: [],
  officialSites: new Map(),
  demoData: true,
  testHosts: ['test.example.com'],
  publicOrigins: [],
  model: null,
  refusalRules: [],
}

const style = 'body{margin:0}'

async function builtWeb(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'baiqicha-web-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'index.html'), `<!doctype html><html><head><style>${style}</style></head></html>`)
  await writeFile(path.join(root, 'assets', 'index-abc123.js'), `export const text = '${'x'.repeat(5000)}'`)
  await writeFile(path.join(root, 'assets', 'index-abc123.js.map'), '{}')
  await writeFile(path.join(root, '.built'), 'stamp')
  return root
}

describeDatabases('operations', (freshDatabase) => {
  it('metrics are readable from this machine and with the token', async () => {
    const { app } = await openTestApp((await freshDatabase()).db, { config: settings })
    const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })).statusCode
    expect(await status('127.0.0.1')).toBe(200)
    expect(await status('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).toBe(401)
    expect(await status('203.0.113.5')).toBe(401)
    expect(await status('203.0.113.5', { authorization: 'Bearer wrong' })).toBe(401)
    expect(await status('203.0.113.5', { authorization: `Bearer ${settings.opsToken}` })).toBe(200)
  })

  it('metrics count responses by route, class and code, including refusals', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    await call(test.app, 'homeConfig', {})
    await call(test.app, 'userDetail', {})
    const text = (await test.app.inject('/metrics')).body
    expect(text).toContain('http_requests_total{route="homeConfig",class="copies",code="0"} 1')
    expect(text).toContain('http_requests_total{route="userDetail",class="reads",code="403"} 1')
    expect(text).toContain('http_request_seconds_count{route="homeConfig",class="copies"} 1')
    expect(text).toMatch(/http_waiting\{class="search"\} 0/)
    expect(text).toMatch(/search_index_ready 1/)
    expect(text).toMatch(/search_index_lag_seconds 0/)
    expect(text).toMatch(/search_index_segments 1/)
    expect(text).toMatch(/search_queue_waiting 0/)
    expect(text).toMatch(/process_resident_memory_bytes \d+/)
  })

  it('the OpenAPI document is served at its address', async () => {
    const { app } = await openTestApp((await freshDatabase()).db)
    const response = await app.inject(`${API_BASE}/openapi.json`)
    expect(response.json()).toMatchObject({ openapi: '3.1.0' })
  })

  it.each(['br', 'gzip'])('the OpenAPI document is sent compressed (%s) and revalidated', async (encoding) => {
    const { app } = await openTestApp((await freshDatabase()).db)
    const url = `${API_BASE}/openapi.json`
    const plain = await app.inject(url)
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    })
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(headers.etag).toBe(plain.headers.etag)
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('all calls of /readyz at once share one query of the database', async () => {
    const { db } = await freshDatabase()
    let queries = 0
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => {
        await mayAnswer
        return result
      },
    })
    const { app } = await openTestApp(db, { db: counted })
    queries = 0
    const answers = Array.from({ length: 50 }, () => app.inject('/readyz'))
    await new Promise(setImmediate)
    answer()
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array.from(answers, () => 200))
    expect(queries).toBe(1)
  })
})

describeDatabases('the web app', (freshDatabase) => {
  async function open(config = {}) {
    const webFiles = openWebFiles(await builtWeb())
    const { app } = await openTestApp((await freshDatabase()).db, { config: { ...settings, ...config }, webFiles })
    return app
  }

  it('revalidates the page and caches hashed files as immutable', async () => {
    const app = await open()
    const page = await app.inject('/')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } })
    expect(again.statusCode).toBe(304)
    for (const tag of [`W/${page.headers.etag}`, `"other", ${page.headers.etag}`, '*']) {
      expect((await app.inject({ url: '/', headers: { 'if-none-match': tag } })).statusCode).toBe(304)
    }
    expect((await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
    const script = await app.inject({ url: '/assets/index-abc123.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
    expect(script.rawPayload.length).toBeLessThan(200)
    expect(script.headers).not.toHaveProperty('content-security-policy')
    expect(script.headers).toHaveProperty('x-content-type-options', 'nosniff')
    const head = await app.inject({ method: 'HEAD', url: '/assets/index-abc123.js' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('serves no source map, no other file, and no path outside its folder', async () => {
    const app = await open()
    for (const url of [
      '/assets/index-abc123.js.map',
      '/.built',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/',
    ]) {
      expect((await app.inject(url)).statusCode).toBe(404)
    }
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
  })

  it.each([
    '/%23/home',
    '/%23%2Fhome',
    '/%23/company/detail?id=a.b&tab=overview',
    '/home',
    '/company/detail?id=1',
    '/nothing',
    '/nothing/here/',
    '/home.html',
    '/index.php',
    '/apis',
    '/home&shareTo=weixin',
    `/${encodeURIComponent('首页')}`,
  ])('answers the address %s of a page with the app', async (url) => {
    const app = await open()
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url })
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect((await app.inject({ url, headers: { host: 'test.example.com' } })).body).toContain('name="test-hosts"')
  })

  it.each([
    '/robots.txt',
    '/favicon.ico',
    '/assets/old-abc1234.js',
    '/assets/x',
    '/.env',
    '/.git/config',
    '/a/.b/c',
    '/x.map',
  ])('answers the missing file %s without an envelope', async (url) => {
    const response = await (await open()).inject(url)
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      '404',
    ])
  })

  it('leads from an address that cannot be decoded to the app', async () => {
    const app = await open()
    const response = await app.inject('/%E4%BC%')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/'])
  })

  it.each(['/api', '/api/', '/api/h5/nothing', '/api/other', '/API/h5/x', '/api?x=1', '/api/%E4%BC%'])(
    'answers %s below the API with the envelope',
    async (url) => {
      const response = await (await open()).inject(url)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.json()).toMatchObject({ data: null })
      expect([400, 404]).toContain(response.statusCode)
    },
  )

  it("serves WeChat's check files at the root, and nothing else of their folder", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-check-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'MP_verify_aB3.txt')
    await writeFile(file, 'aB3')
    await writeFile(path.join(folder, 'secret.txt'), 'canary')
    const { app } = await openTestApp((await freshDatabase()).db, { webFiles: openVerifyFiles([file]) })
    const { statusCode, body, headers } = await app.inject('/MP_verify_aB3.txt')
    expect({ statusCode, body, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      body: 'aB3',
      type: 'text/plain; charset=utf-8',
    })
    for (const url of [
      '/secret.txt',
      '/../secret.txt',
      '/%2e%2e%2fsecret.txt',
      '/MP_verify_aB3.txt/../secret.txt',
      '/a/MP_verify_aB3.txt',
      '/mp_verify_ab3.txt',
      file,
    ]) {
      expect((await app.inject(url)).statusCode).toBe(404)
    }
  })

  it('names the test hosts to pages of a test host only', async () => {
    const app = await open()
    const page = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
    const named = '<head><meta name="test-hosts" content="test.example.com" />'
    expect(await page('test.example.com:8080')).toContain(named)
    for (const host of ['www.example.com', 'a.test.example.com', 'console.example.com', '127.0.0.1']) {
      expect(await page(host)).not.toContain('test-hosts')
    }
  })

  it.each([
    [true, false],
    [false, true],
  ])(
    'states in the page that its host obtains the consent to tracking: asked %s, stated %s',
    async (asks, isStated) => {
      const app = await open({ asksTrackingConsent: asks })
      for (const host of ['www.example.com', 'test.example.com']) {
        const { body } = await app.inject({ url: '/', headers: { host } })
        expect(body.includes('<meta name="tracking-consent" content="host" />')).toBe(isStated)
      }
    },
  )

  it('allows exactly the one inline style, the named hosts, and inline styles on test hosts', async () => {
    const app = await open()
    const policy = async (host: string) =>
      (await app.inject({ url: '/', headers: { host } })).headers['content-security-policy']
    const hash = createHash('sha256').update(style).digest('base64')
    expect(await policy('www.example.com')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; connect-src 'self'; ` +
        "img-src 'self' data: blob: https://img.example.com; font-src 'self'; manifest-src 'self'; media-src 'self' blob:; " +
        "base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors https://host.example.com",
    )
    expect(await policy('test.example.com:8080')).toContain("style-src 'self' 'unsafe-inline';")
  })
})
