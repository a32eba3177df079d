import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { crc32 } from 'node:zlib'
import { API_BASE, exceptions, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { takePostgresDatabase } from '../../test/databases/postgres-databases.ts'
import { type Nginx, startNginx } from '../../test/engines/nginx.ts'
import { buildForm, buildPicture, uploadPath } from '../../test/http/uploads.ts'
import { freePort } from '../../test/process/free-port.ts'
import { ServerProcess } from '../../test/process/server-process.ts'

type Target = { port: number; ca: string /** Address of this machine to connect from. */; from?: string }

type Http2Answer = { status: number; headers: Record<string, unknown>; body: Buffer }

/** One connection of HTTP/2 over TLS, as a browser has it. */
function openHttp2({ port, ca, from }: Target) {
  const session: ClientHttp2Session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        host: '127.0.0.1',
        port,
        ca,
        servername: 'localhost',
        ALPNProtocols: ['h2', 'http/1.1'],
        ...(from !== undefined && { localAddress: from }),
      }),
  })
  session.on('error', () => {})

  /** Opens a stream. It answers with `response` and then its data. */
  const open = (target: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const method = body === undefined ? 'GET' : 'POST'
    const stream = session.request({ ':path': target, ':method': method, ...headers })
    stream.end(body)
    return stream
  }

  function request(target: string, headers?: Record<string, string>, body?: Buffer): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      const stream = open(target, headers, body)
      stream.once('error', reject)
      stream.once('response', (answered) => {
        const status = Number(answered[':status'])
        buffer(stream).then((content) => resolve({ status, headers: answered, body: content }), reject)
      })
    })
  }

  return { session, open, request, close: () => session.close() }
}

const home = mkdtempSync(path.join(tmpdir(), 'baiqicha-behind-nginx-'))
const homeConfig = API_BASE + routes.homeConfig.path
/** What visitors read: nothing of it changes anything, so a proxy may send it twice. */
const reads = [homeConfig, API_BASE + routes.recentRegisterList.path, API_BASE + routes.faq.path, '/']

let nginx: Nginx
let stopDatabase: () => Promise<void>
const starts: (() => Promise<ServerProcess>)[] = []
const servers: ServerProcess[] = []

/** Two servers on one database, with one key, behind nginx. */
beforeAll(async () => {
  const database = await takePostgresDatabase(inject('postgresUrl'), inject('migratedPostgres'))
  stopDatabase = database.release
  const ports = [await freePort(), await freePort()]
  for (const [at, port] of ports.entries()) {
    const dataDir = path.join(home, String(at))
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'secret.key'), 'ab'.repeat(32))
    const env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'info',
    }
    starts.push(async () => {
      const server = new ServerProcess({ folder: home, env })
      await server.started()
      return server
    })
    // One after another: the first one fills the database.
    const start = starts[at]
    if (start !== undefined) servers.push(await start())
  }
  nginx = await startNginx(ports)
})

afterAll(async () => {
  await nginx?.stop()
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await stopDatabase?.()
  rmSync(home, { recursive: true, force: true })
})

function openClient(from?: string, { httpsPort: port, ca } = nginx) {
  const client = openHttp2({ port, ca, ...(from !== undefined && { from }) })
  onTestFinished(() => client.close())
  return client
}

/** Resolves after so many further answers. */
type More = (count: number) => Promise<void>

/** Reads over eight connections until `during` ends. Resolves with the statuses and the number of each. */
async function readMeanwhile(during: (more: More) => Promise<void>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  let answers = 0
  const over = new AbortController()
  const readers = Array.from({ length: 8 }, async (_, at) => {
    let client = openClient()
    for (let turn = at; !over.signal.aborted; turn += 1) {
      // nginx ends a connection after a thousand requests.
      if (turn % 500 === 499) client = openClient()
      const status = await client.request(reads[turn % reads.length] ?? '/').then(
        (answer) => String(answer.status),
        (error: unknown) => String(error),
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      answers += 1
    }
  })
  await during(async (count) => {
    const enough = answers + count
    await vi.waitFor(() => expect(answers).toBeGreaterThan(enough), { timeout: 30_000, interval: 5 })
  })
  over.abort()
  await Promise.all(readers)
  return statuses
}

/** A process that a test has started ends with this test. */
async function startWhatEnded() {
  for (const [at, server] of servers.entries()) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) await restart(at)
  }
}

async function restart(at: number) {
  const start = starts[at]
  if (start !== undefined) servers[at] = await start()
}

it('speaks HTTP/2 over TLS, and sends plain requests there', async () => {
  const client = openClient()
  const answer = await client.request(homeConfig)
  expect(client.session.alpnProtocol).toBe('h2')
  expect(answer).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } })
  expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 0 })
  const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/user?a=b`, { redirect: 'manual' })
  expect({ status: plain.status, to: plain.headers.get('location') }).toEqual({
    status: 301,
    to: 'https://127.0.0.1/user?a=b',
  })
})

/** Addresses that the servers have logged for a route. */
const addressesOf = (key: string) =>
  servers.flatMap((server) =>
    server.logged().flatMap(({ event, route, address }) => (event === 'answered' && route === key ? [address] : [])),
  )

it('states the address of the client, whatever the client states', async () => {
  const client = openClient('127.0.0.2')
  const spoofed = { 'x-forwarded-for': '203.0.113.7', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  await client.request(API_BASE + routes.mineConfig.path, spoofed)
  await vi.waitFor(() => expect(addressesOf('mineConfig')).toEqual(['127.0.0.2']), { timeout: 5_000 })
})

it('keeps keywords and tokens out of its log, and the pages of operators inside', async () => {
  const client = openClient()
  await client.request(`${API_BASE}${routes.companySuggest.path}?keyword=canary&token=canary`)
  for (const hidden of ['/metrics', '/readyz']) expect((await client.request(hidden)).status).toBe(404)
  expect((await client.request('/healthz')).status).toBe(200)
  await vi.waitFor(() => expect(nginx.accessLog()).toContain(routes.companySuggest.path), { timeout: 5_000 })
  expect(nginx.accessLog()).not.toContain('canary')
})

it('accepts the largest picture and refuses more', async () => {
  const token = await servers[0]?.signIn('13800000021')
  const client = openClient()
  const upload = async (picture: Buffer) => {
    const { headers, payload } = buildForm([{ name: 'file', content: picture, fileName: 'a.png', type: 'image/png' }])
    return client.request(uploadPath, { ...headers, [TOKEN_HEADER]: token ?? '' }, payload)
  }
  const picture = await buildPicture({ type: 'png' })
  // A chunk of text that decoders skip makes the picture as large as pictures may be.
  const largest = padded(picture, 4_900_000)
  // On a busy machine the server may run out of the time that one picture has.
  const accepted = async () => JSON.parse((await upload(largest)).body.toString())
  await vi.waitFor(async () => expect(await accepted()).toMatchObject({ code: 0 }), { timeout: 60_000 })
  expect((await upload(Buffer.alloc(7_000_000))).status).toBe(413)
})

it('passes each event of a stream on at once', async () => {
  let stream: ServerResponse | undefined
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
  const stub = createServer((_request, response) => {
    stream = response.writeHead(200, headers)
    response.write('data: first\n\n')
  })
  const port = await freePort()
  stub.listen(port, '127.0.0.1')
  onTestFinished(() => void stub.close())
  const own = await startNginx([port])
  onTestFinished(() => own.stop())
  const answer = openClient(undefined, own).open(
    API_BASE + exceptions.ask.path,
    { 'accept-encoding': 'gzip' },
    Buffer.from('{}'),
  )
  const parts: string[] = []
  answer.setEncoding('utf8').on('data', (part: string) => parts.push(part))
  const arrived = (events: string) => vi.waitFor(() => expect(parts.join('')).toBe(events), { timeout: 5_000 })
  await arrived('data: first\n\n')
  stream?.write('data: second\n\n')
  // The answer is still open.
  await arrived('data: first\n\ndata: second\n\n')
  stream?.end('data: third\n\n')
  await arrived('data: first\n\ndata: second\n\ndata: third\n\n')
})

it('streams an answer of the assistant', async () => {
  const token = await servers[1]?.signIn('13800000022')
  const body = Buffer.from(JSON.stringify({ question: '演示云岚软件有限公司的法定代表人是谁' }))
  const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: token ?? '' }
  const answer = await openClient().request(API_BASE + exceptions.ask.path, headers, body)
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  expect(answer.body.toString()).toMatch(/^data: [\s\S]*"type":"done"/)
})

it('leaves out a process that is killed, without a failed read', async () => {
  await startWhatEnded()
  const statuses = await readMeanwhile(async (more) => {
    await more(100)
    await servers[0]?.end('SIGKILL')
    await more(500)
    await restart(0)
    await more(100)
  })
  expect(statuses).toEqual({ 200: expect.any(Number) })
})

it('answers all reads while one process after another restarts', async () => {
  await startWhatEnded()
  const statuses = await readMeanwhile(async () => {
    for (const at of [0, 1]) {
      expect(await servers[at]?.end('SIGTERM')).toBe(0)
      await restart(at)
      // nginx leaves a process that has refused a connection out for 2 s: the other one must not end meanwhile.
      await servers[at]?.printed(/(?:"event":"answered"[^]*?){20}/)
    }
  })
  expect(statuses).toEqual({ 200: expect.any(Number) })
})

/** A PNG of this size, by a chunk that decoders skip after the header. */
function padded(png: Buffer, size: number): Buffer {
  const content = Buffer.alloc(size - png.length - 12, 'a')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write('teXt', 4, 'latin1')
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])), 0)
  const afterHeader = 8 + 12 + 13
  return Buffer.concat([png.subarray(0, afterHeader), head, content, checksum, png.subarray(afterHeader)])
}
