import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { API_BASE, type LoadClass, loadClasses, routes } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, fillStore, openTestApp, signIn } from '../../test/http/app.ts'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'
import { parseRanges } from '../platform/http/client-address.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'

const patient = { maxWaitMs: 60_000, lifoAfterMs: 60_000 }

const onePlace = () => createAdmission({ running: 1, waiting: { capacity: 0, ...patient } })

/** One slot per class and no queue. */
const narrow = (): Record<LoadClass, Admission> => ({
  credentials: onePlace(),
  reads: onePlace(),
  graph: onePlace(),
  search: onePlace(),
  copies: onePlace(),
  tracking: onePlace(),
  assistant: onePlace(),
})

const hold = (admission: Admission) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = admission.run(() => promise)
  return async () => {
    resolve()
    await running
  }
}

describeDatabases('with every slot taken', (freshDatabase) => {
  it('refuses at once with Retry-After, and serves when a slot is free', async () => {
    const admission = narrow()
    const test = await openTestApp((await freshDatabase()).db, { admission })
    const { token } = await signIn(test)
    const release = hold(admission.search)
    const search = () => call(test.app, 'companySearch', { keyword: '云岚' }, { token })
    const refused = await search()
    expect(refused).toMatchObject({ status: 503, code: 503, message: '当前访问人数较多，请稍后重试' })
    expect(refused.headers['retry-after']).toBe('1')
    await release()
    expect((await search()).code).toBe(0)
  })

  it('refuses a GET before any work on it', async () => {
    const admission = narrow()
    const { app } = await openTestApp((await freshDatabase()).db, { admission })
    const release = hold(admission.reads)
    const wrong = await app.inject({ url: `${API_BASE}${routes.companyDetail.path}?id=1&id=2` })
    expect(wrong.statusCode).toBe(503)
    await release()
    expect((await app.inject({ url: `${API_BASE}${routes.companyDetail.path}?id=1&id=2` })).statusCode).toBe(400)
  })

  it('does not take a slot of another class', async () => {
    const admission = narrow()
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { admission })
    const [company] = await fillStore(db, test)
    const releases = loadClasses.filter((name) => name !== 'reads').map((name) => hold(admission[name]))
    expect((await call(test.app, 'companyDetail', { id: company?.id ?? '' })).status).toBe(200)
    for (const release of releases) await release()
  })
})

/** Sends one GET on the connection. Resolves with the status and the headers. */
async function ask(socket: Socket, path: string): Promise<string> {
  const answered = once(socket, 'data')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return String((await answered)[0])
}

describeDatabases('with more requests at once than may run and wait', (freshDatabase) => {
  it('answers as many, and refuses the others with Retry-After', async () => {
    const { db } = await freshDatabase()
    const crowded = createAdmission({ running: 4, waiting: { capacity: 8, ...patient }, startsPerTurn: 4 })
    const test = await openTestApp(db, { admission: { ...narrow(), reads: crowded } })
    const [company] = await fillStore(db, test)
    const port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    // The first answers tell that the server has accepted every connection.
    for (const socket of sockets) await ask(socket, '/healthz')

    const path = `${API_BASE}${routes.companyDetail.path}?id=${company?.id}`
    const answers = await Promise.all(sockets.map((socket) => ask(socket, path)))
    const answered = answers.filter((head) => head.startsWith('HTTP/1.1 200'))
    const refused = answers.filter((head) => /^HTTP\/1\.1 503 [\s\S]*retry-after: 1/i.test(head))
    expect(answered.length + refused.length).toBe(sockets.length)
    expect(answered.length).toBeGreaterThanOrEqual(12)
    expect(refused.length).toBeGreaterThan(0)
  })
})

/** More than the system takes for a client that does not read. */
const LARGE = 'x'.repeat(16_000_000)

const brief: HttpServerOptions = {
  headersTimeout: 50,
  requestTimeout: 50,
  keepAliveTimeout: 60_000,
  idleTimeout: 60_000,
  lingerTimeout: 50,
  checkEvery: 10,
}

async function openServer(options: HttpServerOptions): Promise<{ port: number; accepted: () => Promise<Socket> }> {
  const app = createHttpServer({
    trustedProxies: parseRanges([]),
    securityHeaders: () => ({}),
    observer: { answered: () => {}, aborted: () => {} },
    log: createLogger('error', () => {}),
    options,
  })
  app.get('/small', async () => 'x')
  app.get('/large', async () => LARGE)
  app.post('/save', async () => 'x')
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const accepted = async (): Promise<Socket> => {
    const [socket] = await once(app.server, 'connection')
    return socket
  }
  return { port: address.port, accepted }
}

/** A client that sends the bytes, then one byte after another, and never reads. */
function sendAndNeverRead(port: number, bytes: string, more: string): void {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write(bytes)
  const sending = setInterval(() => client.write(more), 5)
  const stop = () => clearInterval(sending)
  client.on('close', stop)
  onTestFinished(() => {
    stop()
    client.destroy()
  })
}

const request = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n')
const halfARequest = request('GET /small', 'X: ').trimEnd()

it.each([
  ['headers that never end', halfARequest],
  [
    'a body that never ends',
    request('POST /save', 'Content-Type: application/json', 'Content-Length: 60000').concat('{"a":"'),
  ],
  ['half a request after answers', request('GET /small').repeat(20) + halfARequest],
  ['half a request after answers that fill its buffer', request('GET /large').repeat(2) + halfARequest],
])('destroys the connection of a client that sends %s and never reads, soon after the 408', async (_, bytes) => {
  const { port, accepted } = await openServer(brief)
  const accepting = accepted()
  sendAndNeverRead(port, bytes, 'x')
  const socket = await accepting
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

it('destroys the connection of a client that does not read its answers and sends no half request', async () => {
  const { port, accepted } = await openServer({ ...brief, requestTimeout: 60_000, idleTimeout: 50 })
  const accepting = accepted()
  sendAndNeverRead(port, request('GET /large').repeat(2), '')
  const socket = await accepting
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

it('leaves a client that reads its 408 the time to do so', async () => {
  const { port } = await openServer({ ...brief, lingerTimeout: 60_000 })
  const client = connect(port, '127.0.0.1')
  client.write(halfARequest)
  let text = ''
  client.setEncoding('utf8').on('data', (chunk) => {
    text += String(chunk)
  })
  await once(client, 'end')
  expect(text).toMatch(/^HTTP\/1\.1 408 .*"code":400/s)
})
