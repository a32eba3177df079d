import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may be unanswered at once. Browsers and proxies send one at a time. */
const MAX_UNANSWERED = 32
/** Requests of one connection in all: a balancer spreads the connections that follow anew. */
const MAX_REQUESTS = 1_000

type Connection = {
  received: number
  unanswered: number
  /** Requests that have arrived and not started, in order. */
  waiting: (() => void)[]
  isEnding: boolean
}

/**
 * Handles one request of a connection at a time, each in a turn of the event loop of its own. The parser emits a thousand
 * pipelined requests in one turn: without this limit all other connections wait until they are handled. The response to
 * the last request that a connection may send ends it; requests after that are dropped, as if they had not arrived.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { received: 0, unanswered: 0, waiting: [], isEnding: false }
    connections.set(socket, connection)
    return connection
  }

  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    if (connection.isEnding) {
      // A response that ends makes Node read on.
      socket.pause()
      return
    }
    connection.received += 1
    connection.unanswered += 1
    if (connection.received === MAX_REQUESTS || connection.unanswered === MAX_UNANSWERED) {
      connection.isEnding = true
      response.shouldKeepAlive = false
      socket.pause()
    }
    response.once('close', () => {
      connection.unanswered -= 1
      const next = connection.waiting.shift()
      if (next !== undefined) setImmediate(next)
    })
    const start = () => handle(request, response)
    if (connection.unanswered === 1) start()
    else connection.waiting.push(start)
  }
}
