import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { parseRanges } from '../platform/http/client-address.ts'
import { createLogger } from '../platform/log/logger.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'

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
