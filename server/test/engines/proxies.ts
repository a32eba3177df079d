import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, listenOnFreePort } from '../process/free-port.ts'
import { buildTool } from './built-tool.ts'
import { endProcess } from './child-processes.ts'

/** What the proxy does with a request: passes it on, answers it, closes its connection or never answers. */
export type Fault = 'none' | 'close' | 'hang' | { status: number; body?: object }

export type ProxyOptions = {
  target: string
  /** A promise delays the request. */
  faultOf?: (request: IncomingMessage) => Fault | Promise<Fault>
  tls?: { pfx: Buffer; passphrase: string }
}

/** A proxy on a free port of this machine in front of an HTTP server. */
export async function startHttpProxy({ target, faultOf = () => 'none', tls }: ProxyOptions) {
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const fault = await faultOf(incoming)
    if (fault === 'none') passOn(target, incoming, response)
    else if (fault === 'close') incoming.socket.destroy()
    else if (fault !== 'hang') {
      incoming.resume()
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body ?? {}))
    }
  }
  const listener = (incoming: IncomingMessage, response: ServerResponse) => void handle(incoming, response)
  const server: Server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener)
  const port = await listenOnFreePort(server)
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(target: string, incoming: IncomingMessage, response: ServerResponse) {
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}

export type MovingAddress = Awaited<ReturnType<typeof startMovingAddress>>

/** Starts one address for several servers, of which it leads to one: in place of HAProxy or PgBouncer. */
export async function startMovingAddress(firstPort: number) {
  let target = firstPort
  const sockets = new Set<Socket>()
  const watch = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    watch(client, upstream)
    watch(upstream, client)
    client.pipe(upstream).pipe(client)
  })
  const port = await listenOnFreePort(server)
  return {
    /** URL of the same database through the address. */
    urlOf(databaseUrl: string) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    /** Leads to another server of this machine, and closes all connections, as HAProxy does with `on-marked-down`. */
    moveTo(next: number) {
      target = next
      closeAll()
    },
    async stop() {
      closeAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The package is called `server`. */
const SERVER = { name: 'server', module: 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.12.0', as: 'toxiproxy' }
const START_MS = 10_000
const POLL_MS = 50

/** A fault of the network. `upstream` is the way to the server, `downstream` the way back. */
export type Toxic = {
  stream?: 'upstream' | 'downstream'
} & (
  | { type: 'latency'; attributes: { latency: number } }
  /** Kilobytes a second. */
  | { type: 'bandwidth'; attributes: { rate: number } }
  /** Closes a connection after so many bytes. */
  | { type: 'limit_data'; attributes: { bytes: number } }
  /** Stops all data; 0: the connection stays open. */
  | { type: 'timeout'; attributes: { timeout: number } }
  /** Resets a connection after so many milliseconds. */
  | { type: 'reset_peer'; attributes: { timeout: number } }
)

export type Toxiproxy = Awaited<ReturnType<typeof startToxiproxy>>
export type ToxicProxy = Awaited<ReturnType<Toxiproxy['proxyTo']>>

/** Starts Toxiproxy, which passes TCP connections on and makes faults in them. */
export async function startToxiproxy() {
  const port = await freePort()
  const api = `http://127.0.0.1:${port}`
  const server = spawn(buildTool(SERVER), ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' })
  const stop = () => endProcess(server)
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(api + path, { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`Toxiproxy refused ${path}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  for (const end = Date.now() + START_MS; ; await wait(POLL_MS)) {
    const answer = await fetch(`${api}/version`).catch(() => null)
    if (answer?.ok === true) break
    if (server.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error('Toxiproxy for tests did not start.')
    }
  }
  let proxies = 0

  return {
    /** A proxy on a free port in front of a server, given as host and port. */
    async proxyTo(upstream: string) {
      proxies += 1
      const name = `proxy-${proxies}`
      const address = `127.0.0.1:${await freePort()}`
      await post('/proxies', { name, listen: address, upstream, enabled: true })
      return {
        /** Host and port. */
        address,
        add: async (toxic: Toxic) => void (await post(`/proxies/${name}/toxics`, { stream: 'downstream', ...toxic })),
        /** Cuts all connections and refuses new ones. */
        disable: async () => void (await post(`/proxies/${name}`, { enabled: false })),
        /** Takes all faults away. */
        restore: async () => void (await post('/reset', {})),
      }
    },
    stop,
  }
}
