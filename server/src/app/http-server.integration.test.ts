import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, routeKeys, routes } from '@baiqicha/contract/routes'
import { assert, asyncProperty, boolean, constantFrom, record, string, uint8Array } from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn, type TestApp } from '../../test/http/app.ts'

const loginPath = API_BASE + routes.loginBySmsCode.path
const json = { 'content-type': 'application/json' }

async function inject({ app }: TestApp, request: InjectOptions) {
  const response = await app.inject(request)
  const envelope = z.parse(envelopeSchema, response.json())
  return { status: response.statusCode, headers: response.headers, text: response.body, ...envelope }
}

/** Sends raw bytes and reads the response until the connection ends. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

describeDatabases('the HTTP server', (freshDatabase) => {
  it.each<[string, InjectOptions]>([
    ['a body that is no object', { headers: json, payload: '[]' }],
    ['half a body', { headers: json, payload: '{"mobile":' }],
    ['NUL', { headers: json, payload: '{"mobile":"\\u0000"}' }],
    ['a lone surrogate', { headers: json, payload: '{"mobile":"\\udc00"}' }],
    ['bytes that are not UTF-8', { headers: json, payload: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['deep nesting', { headers: json, payload: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` }],
    ['more than 64 KiB', { headers: json, payload: JSON.stringify({ a: 'x'.repeat(65_536) }) }],
    ['a compressed body', { headers: { ...json, 'content-encoding': 'gzip' }, payload: gzipSync('{}') }],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'mobile=1' }],
    ['text', { headers: { 'content-type': 'text/plain' }, payload: '{}' }],
    ['no type', { payload: Buffer.from('{}') }],
    ['another charset', { headers: { 'content-type': 'application/json; charset=gbk' }, payload: '{}' }],
    ['wrong types', { headers: json, payload: '{"mobile":1,"smsCode":{},"deviceType":"toaster","deviceId":[]}' }],
    ['missing fields', { headers: json, payload: '{}' }],
  ])('refuses %s with code 400', async (_, request) => {
    const test = await openTestApp((await freshDatabase()).db)
    const answer = await inject(test, { method: 'POST', url: loginPath, ...request })
    expect(answer).toMatchObject({ status: 400, code: 400, data: null })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.message).toMatch(/^请求有误/)
  })

  it('treats a POST without a body as an empty object', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    const url = API_BASE + routes.logout.path
    expect(await inject(test, { method: 'POST', url, headers: { token } })).toMatchObject({ status: 200, code: 0 })
  })

  it.each<[InjectOptions['method'], string]>([
    ['GET', `${API_BASE}/v1/nothing`],
    ['GET', API_BASE],
    ['POST', API_BASE + routes.homeConfig.path],
    ['GET', loginPath],
    ['PUT', loginPath],
    ['DELETE', API_BASE + routes.companyDetail.path],
    ['OPTIONS', API_BASE + routes.companyDetail.path],
    ['GET', `${API_BASE}/v1/company/detail/../../secret`],
    ['GET', '/etc/passwd'],
  ])('answers 404 to %s %s', async (method, url) => {
    const test = await openTestApp((await freshDatabase()).db)
    const request = method === undefined ? { url } : { method, url }
    expect(await inject(test, request)).toMatchObject({ status: 404, code: 404, message: '请求地址不存在' })
  })

  it('refuses paths that cannot be decoded, without repeating them', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    for (const url of [`${API_BASE}/%ff`, `${API_BASE}/%00`, `${API_BASE}/%`]) {
      const answer = await inject(test, { method: 'GET', url })
      expect([400, 404]).toContain(answer.code)
      expect(answer.text).not.toContain('%')
    }
  })

  it('sends the security headers with every response, and no-store with every response of the API', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    for (const url of [
      API_BASE + routes.homeConfig.path,
      `${API_BASE}/nothing`,
      `${API_BASE}/openapi.json`,
      '/healthz',
    ]) {
      const { headers } = await test.app.inject({ method: 'GET', url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
      expect(headers['access-control-allow-origin']).toBeUndefined()
      if (url.startsWith(API_BASE)) expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('compresses a long answer to a reader that accepts brotli, and no short one', async () => {
    const { app } = await openTestApp((await freshDatabase()).db)
    const answerTo = (path: string, headers: Record<string, string>) => app.inject({ url: API_BASE + path, headers })
    const plain = await answerTo(routes.filterOptions.path, {})
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const accepting = { 'accept-encoding': 'gzip, br' }
    const compressed = await answerTo(routes.filterOptions.path, accepting)
    expect(compressed.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'br' })
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
    const short = await answerTo(routes.homeConfig.path, accepting)
    expect(short.headers).not.toHaveProperty('content-encoding')
  })

  it('refuses to start when a route has no handler or a handler has no route', async () => {
    const { registerRoutes } = await import('./register-route.ts')
    expect(routeKeys.length).toBeGreaterThan(20)
    const { app } = await openTestApp((await freshDatabase()).db)
    const missing: Parameters<typeof registerRoutes>[1] = JSON.parse('{"homeConfig":null,"unknown":null}')
    expect(() => registerRoutes(app, missing, JSON.parse('{}'))).toThrow(/logout.*unknown/)
  })

  it('answers input that is not HTTP in the envelope and closes the connection', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const port = await listen(test)
    for (const bytes of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]) {
      const text = await sendRaw(port, bytes)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(text).toContain('application/json; charset=utf-8')
      expect(text).toContain('"code":400')
    }
    const expecting = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n`)
    expect(expecting).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":400/)
  })

  it('sets the timeouts for slow clients', async () => {
    const { app } = await openTestApp((await freshDatabase()).db)
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 8_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 5_000,
    })
  })

  it('does not admit a request before its body has arrived', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const port = await listen(test)
    const head = `POST ${loginPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(head, resolve))))
    expect(await call(test.app, 'captcha', {})).toMatchObject({ code: 0 })
    for (const socket of sockets) socket.destroy()
  })

  it('answers thousands of hostile requests in the envelope and none with a 5xx', async () => {
    const test = await openTestApp((await freshDatabase()).db)
    const { token } = await signIn(test)
    const paths = routeKeys.map((key) => API_BASE + routes[key].path)
    const hostile = constantFrom(
      '',
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '"',
      '*',
      'NEAR(',
      'a'.repeat(3000),
      '比亚迪',
      '\u202e',
      '𠮷',
      '\ud800',
      '\0',
      '../../etc/passwd',
      '<script>',
      '-1',
      '1e309',
      'null',
      '{"$gt":""}',
    )
    const requests = record({
      method: constantFrom('GET', 'POST', 'PUT'),
      path: constantFrom(...paths, `${API_BASE}/x`),
      name: constantFrom('keyword', 'id', 'page', 'pageSize', 'mobile', 'companyName', 'type', 'region', '__proto__'),
      value: hostile,
      text: string({ unit: 'binary', maxLength: 40 }),
      bytes: uint8Array({ maxLength: 40 }),
      shape: constantFrom('escaped', 'raw', 'object', 'text', 'bytes'),
      signedIn: boolean(),
    })
    await assert(
      asyncProperty(requests, async ({ method, path, name, value, text, bytes, shape, signedIn }) => {
        const query = shape === 'raw' ? `${name}=${value.replace(/[^!-~]/g, '%F0')}` : `${name}=${escapeAll(value)}`
        const payload = { object: JSON.stringify({ [name]: value, [text]: [value] }), text, bytes: Buffer.from(bytes) }
        const response = await test.app.inject({
          method,
          url: `${path}?${query}`,
          headers: { ...json, ...(signedIn && { token }) },
          ...(method !== 'GET' && { payload: payload[shape === 'text' || shape === 'bytes' ? shape : 'object'] }),
        })
        expect(response.statusCode).toBeLessThan(500)
        z.parse(envelopeSchema, response.json())
      }),
      { numRuns: 3_000 },
    )
  })
})

/** Escapes each byte, because `encodeURIComponent` refuses input that the server has to refuse too. */
const escapeAll = (text: string) =>
  Array.from(Buffer.from(text, 'utf8'), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
