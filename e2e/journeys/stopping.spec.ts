import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { API_BASE, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { expect, test } from '@playwright/test'
import { npmStart, TestServer } from '../lib/server.ts'
import { createSession } from '../lib/session.ts'

const IN_FLIGHT = 12
const IDLE = 6

/** A raw connection: `fetch` would hide what happens to it. */
class Connection {
  readonly socket: Socket
  readonly ended: Promise<unknown>
  text = ''

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setEncoding('utf8')
    this.ended = new Promise((resolve) => this.socket.once('close', resolve))
    this.socket.on('error', () => {})
    this.socket.on('data', (chunk) => {
      this.text += String(chunk)
    })
  }

  async received(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      await Promise.race([once(this.socket, 'data'), this.ended])
      if (this.socket.destroyed) throw new Error(`the connection ended after: ${this.text}`)
    }
  }
}

/** A request that the server has begun to receive: it has asked for the body. */
async function beginToSave(port: number, token: string, body: string): Promise<Connection> {
  const connection = new Connection(port)
  const headers = [
    `POST ${API_BASE}${routes.saveSearchHistory.path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `${TOKEN_HEADER}: ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  connection.socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  await connection.received('100 Continue')
  return connection
}

async function openIdle(port: number): Promise<Connection> {
  const connection = new Connection(port)
  connection.socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  await connection.received('"alive":true')
  return connection
}

async function acceptsConnections(port: number): Promise<boolean> {
  const { socket, ended } = new Connection(port)
  const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)))
  const isAccepted = await Promise.race([connected, ended.then(() => false)])
  socket.destroy()
  return isAccepted
}

const kill = (pid: number | undefined, signal: NodeJS.Signals, scope: 'group' | 'process') => {
  if (pid === undefined) throw new Error('the server does not run')
  process.kill(scope === 'group' ? -pid : pid, signal)
}

test.describe('stopping npm start', () => {
  test.skip(process.platform === 'win32', 'Windows has no process groups')

  for (const { what, signal, scope } of [
    { what: 'Ctrl-C in its terminal', signal: 'SIGINT', scope: 'group' },
    { what: 'SIGTERM to its process group', signal: 'SIGTERM', scope: 'group' },
    { what: 'SIGTERM to npm alone', signal: 'SIGTERM', scope: 'process' },
  ] as const) {
    const tag = signal === 'SIGINT' ? [] : '@nightly'
    test(`${what}: answers every request in flight, ends idle connections and frees the port`, { tag }, async () => {
      const server = await TestServer.create({}, npmStart())
      try {
        await server.start()
        const { port, pid } = server
        const token = await createSession(server)
        const body = JSON.stringify({ companyName: '演示云岚科技有限公司' })
        const idle = await Promise.all(Array.from({ length: IDLE }, () => openIdle(port)))
        const silent = new Connection(port)
        await once(silent.socket, 'connect')
        const saving = await Promise.all(Array.from({ length: IN_FLIGHT }, () => beginToSave(port, token, body)))

        kill(pid, signal, scope)
        await expect.poll(() => acceptsConnections(port)).toBe(false)
        // The server ends them while requests are still in flight: they delay nothing.
        await Promise.all([...idle, silent].map(({ ended }) => ended))
        for (const { socket } of saving) socket.write(body)
        await Promise.all(saving.map(({ ended }) => ended))
        const answered = saving.filter(({ text }) => /HTTP\/1\.1 200 [\s\S]*"code":0/.test(text))
        expect(answered).toHaveLength(IN_FLIGHT)
        await server.ended()
        expect(await acceptsConnections(port)).toBe(false)
      } finally {
        await server.dispose()
      }
    })
  }
})
