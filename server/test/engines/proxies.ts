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
import { listenOnFreePort } from '../process/free-port.ts'

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
