import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type ClosingOptions, closeWhenAnswered } from './close-when-answered.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
/** More than the system takes for a client that does not read. */
const LARGE = 'x'.repeat(16_000_000)

/** A server whose responses the test sends. */
async function openServer(options: ClosingOptions = {}) {
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 })
  closeWhenAnswered(server, { endIdleEvery: 5, answerTimeout: 600_000, ...options })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const { port } = address

  return {
    server,
    close: () => once(server.close(), 'close'),
    /** A client and the server's socket of it. */
    open: async (): Promise<{ client: Client; socket: Socket }> => {
      const accepting = once(server, 'connection')
      const client = new Client(connect(port, '127.0.0.1'))
      const [socket] = await accepting
      return { client, socket }
    },
    /** The response to the next request. */
    asked: async (): Promise<ServerResponse> => {
      const [, response] = await once(server, 'request')
      return response
    },
  }
}

class Client {
  readonly socket: Socket
  readonly ended: Promise<unknown>
  text = ''

  constructor(socket: Socket) {
    this.socket = socket
    this.ended = new Promise((resolve) => socket.once('close', resolve))
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', (chunk) => {
      this.text += String(chunk)
    })
    onTestFinished(() => void socket.destroy())
  }
}

it('answers requests in progress, on connections that then end', async () => {
  const { close, open, asked } = await openServer()
  const { client } = await open()
  const asking = asked()
  client.socket.write(GET)
  const response = await asking
  const closed = close()
  response.end('answered')
  await closed
  await client.ended
  expect(client.text).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*answered$/i)
})

it('answers a request that has arrived in part', async () => {
  const { server, close, open } = await openServer()
  server.on('request', (_request, response) => response.end('answered'))
  const { client, socket } = await open()
  const [first, rest] = [GET.slice(0, 10), GET.slice(10)]
  client.socket.write(first)
  await new Promise<void>((resolve) => {
    const wait = () => (socket.bytesRead === first.length ? resolve() : setImmediate(wait))
    wait()
  })
  const closed = close()
  client.socket.write(rest)
  await closed
  await client.ended
  expect(client.text).toContain('answered')
})

it('sends all of a response that its client reads slowly', async () => {
  const { close, open, asked } = await openServer()
  const { client } = await open()
  client.socket.pause()
  const asking = asked()
  client.socket.write(GET)
  const response = await asking
  response.end(LARGE)
  const closed = close()
  client.socket.resume()
  await closed
  await client.ended
  expect(client.text.endsWith(LARGE)).toBe(true)
})

it('ends connections without a request', async () => {
  const { server, close, open } = await openServer()
  server.on('request', (_request, response) => response.end('answered'))
  const [silent, answered] = [await open(), await open()]
  answered.client.socket.write(GET)
  await once(answered.client.socket, 'data')
  await close()
  await Promise.all([silent.client.ended, answered.client.ended])
  expect(silent.client.text).toBe('')
})

it('ends every connection when the time is over', async () => {
  const { close, open, asked } = await openServer({ answerTimeout: 20 })
  const { client } = await open()
  const asking = asked()
  client.socket.write(GET)
  await asking
  await close()
  await client.ended
  expect(client.text).toBe('')
})
