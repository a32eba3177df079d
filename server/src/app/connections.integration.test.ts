import { once } from 'node:events'
import { connect } from 'node:net'
import { API_BASE, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { openTestApp, signIn, type TestApp } from '../../test/http/app.ts'
import { buildForm, buildPicture, upload, uploadPath, withoutReEncoding } from '../../test/http/uploads.ts'
import { parseRanges } from '../platform/http/client-address.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createHttpServer } from './http-server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function openServer(register: (app: FastifyInstance) => void): Promise<number> {
  const app = createHttpServer({
    trustedProxies: parseRanges([]),
    securityHeaders: () => ({}),
    observer: { answered: () => {}, aborted: () => {} },
    log: createLogger('error', () => {}),
  })
  register(app)
  onTestFinished(() => app.close())
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Sends the text on one connection. Resolves with all that arrives once `isAll` is true of it, or the connection ends. */
async function send(port: number, text: string, isAll: (received: string) => boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  let received = ''
  return new Promise((resolve) => {
    // A connection that ends with unread requests is reset.
    socket.on('error', () => {})
    socket.once('close', () => resolve(received))
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (isAll(received)) resolve(received)
    })
  })
}

const answersIn = (received: string) => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0

it('handles the requests of one connection one after another, in order', async () => {
  let running = 0
  let most = 0
  const handled: string[] = []
  const port = await openServer((app) =>
    app.get<{ Params: { id: string } }>('/:id', async ({ params }) => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      handled.push(params.id)
      running -= 1
      return `answer ${params.id}.`
    }),
  )
  const ids = Array.from({ length: 20 }, (_, index) => String(index))
  const received = await send(port, ids.map((id) => get(`/${id}`)).join(''), (text) => answersIn(text) === ids.length)
  expect(most).toBe(1)
  expect(handled).toEqual(ids)
  expect(Array.from(received.matchAll(/answer (\d+)\./g), ([, id]) => id)).toEqual(ids)
})

it('starts at most one request of a connection per turn of the event loop', async () => {
  let turn = 0
  const count = () => {
    turn += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  onTestFinished(() => clearImmediate(counting))
  const turns: number[] = []
  const port = await openServer((app) =>
    app.get('/', (_request, reply) => {
      turns.push(turn)
      reply.send('x')
    }),
  )
  await send(port, get('/').repeat(20), (text) => answersIn(text) === 20)
  expect(new Set(turns).size).toBe(20)
})

it.each([
  ['known paths', '/'],
  ['unknown paths', '/nowhere'],
  ['paths that cannot be decoded', '/%zz'],
])('answers 32 of 5,000 pipelined requests of %s, and closes the connection', async (_what, path) => {
  let handled = 0
  const port = await openServer((app) => {
    app.addHook('onResponse', async () => {
      handled += 1
    })
    app.get('/', async () => 'x')
  })
  const received = await send(port, get(path).repeat(5_000), (text) => /connection: close/i.test(text))
  expect(received.match(/HTTP\/1\.1 /g)?.length).toBeLessThanOrEqual(32)
  expect(handled).toBeLessThanOrEqual(32)
})

it('answers 1,000 requests of a connection, the last with the end of the connection', async () => {
  const port = await openServer((app) => app.get('/', async () => 'x'))
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  let answered = 0
  let last = ''
  while (!/connection: close/i.test(last)) {
    socket.write(get('/'))
    last = String((await once(socket, 'data'))[0])
    answered += 1
  }
  await ended
  expect(answered).toBe(1_000)
})

const MB = 1024 * 1024
/** More than the server receives at once (file-routes.ts). */
const ABORTS = 20

type Sent = { route: string; path: string; type: string; body: Buffer }

async function uploadOf(): Promise<Sent> {
  const content = Buffer.concat([await buildPicture(), Buffer.alloc(MB)])
  const { headers, payload } = buildForm([{ name: 'file', content, fileName: 'a.jpg', type: 'image/jpeg' }])
  return { route: 'other', path: uploadPath, type: headers['content-type'] ?? '', body: payload }
}

const jsonOf = async (): Promise<Sent> => ({
  route: 'saveSearchHistory',
  path: API_BASE + routes.saveSearchHistory.path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify({ companyName: '云'.repeat(200) })),
})

/** Sends the request without the end of its body, and breaks the connection. */
async function abort({ app }: TestApp, { path, type, body }: Sent, token: string, end: 'destroy' | 'resetAndDestroy') {
  const arrived = once(app.server, 'request')
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${TOKEN_HEADER}: ${token}\r\nContent-Type: ${type}\r\n`)
  socket.write(`Content-Length: ${body.length}\r\n\r\n`)
  await new Promise((resolve) => socket.write(body.subarray(0, body.length - 20), resolve))
  await arrived
  socket[end]()
}

describeDatabases('a request whose client goes away', (freshDatabase) => {
  it.each([
    { what: 'an upload', build: uploadOf, end: 'destroy' },
    { what: 'an upload', build: uploadOf, end: 'resetAndDestroy' },
    { what: 'a JSON body', build: jsonOf, end: 'destroy' },
    { what: 'a JSON body', build: jsonOf, end: 'resetAndDestroy' },
  ] as const)(
    'within $what ($end) counts as aborted by the client, and is no error of the server or the database',
    async ({ build, end }) => {
      const test = await openTestApp((await freshDatabase()).db, { reEncodeImage: withoutReEncoding })
      const { token } = await signIn(test)
      await test.app.listen({ port: 0, host: '127.0.0.1' })
      const sent = await build()
      for (let count = 0; count < ABORTS; count += 1) await abort(test, sent, token, end)
      const metrics = async () => (await test.app.inject('/metrics')).body
      await expect
        .poll(metrics)
        .toMatch(new RegExp(`^http_requests_aborted_total\\{route="${sent.route}",class="\\w+"\\} ${ABORTS}$`, 'm'))
      expect(await metrics()).not.toMatch(/^http_requests_total\{.*code="5\d\d"/m)
      const levels = test.logged.map((line): { level: string; event: string } => JSON.parse(line))
      expect(levels.filter(({ level }) => level !== 'info')).toEqual([])
      expect(levels.filter(({ event }) => event === 'aborted')).toHaveLength(ABORTS)
      expect(await upload(test, await buildPicture(), { token })).toMatchObject({ status: 200, code: 0 })
    },
  )
})
