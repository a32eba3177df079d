import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** All times in milliseconds. */
export type ClosingOptions = {
  /** Interval at which connections without a request end while the server closes. */
  endIdleEvery?: number
  /** Time that requests in progress have to arrive and to be answered; then every connection ends. */
  answerTimeout?: number
}

type Connection = {
  /** In order of arrival. */
  unanswered: Set<ServerResponse>
  /** Bytes received when the last answer was sent. More bytes: the next request is arriving. */
  bytesAtRest: number
}

const isIdle = (socket: Socket, { unanswered, bytesAtRest }: Connection) =>
  unanswered.size === 0 && socket.bytesRead === bytesAtRest

/**
 * Makes `server.close()` answer every request that has arrived, in part or whole, and end all other connections soon.
 * Node's own way cuts responses that are still being sent and keeps connections on which no request was sent.
 */
export function closeWhenAnswered(
  server: Server,
  { endIdleEvery = 50, answerTimeout = 5_000 }: ClosingOptions = {},
): void {
  const connections = new Map<Socket, Connection>()

  server.on('connection', (socket) => {
    connections.set(socket, { unanswered: new Set(), bytesAtRest: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    connection?.unanswered.add(response)
    response.once('close', () => {
      connection?.unanswered.delete(response)
      if (connection !== undefined) connection.bytesAtRest = socket.bytesRead
    })
  })

  // `server.close()` calls this method. Nothing ends at once: requests in the buffers of the system are read first.
  server.closeIdleConnections = () => {
    for (const { unanswered } of connections.values()) {
      const last = [...unanswered].at(-1)
      if (last?.headersSent === false) last.setHeader('connection', 'close')
    }
    const ending = setInterval(() => {
      for (const [socket, connection] of connections) if (isIdle(socket, connection)) socket.destroy()
    }, endIdleEvery)
    const cutting = setTimeout(() => server.closeAllConnections(), answerTimeout)
    server.once('close', () => {
      clearInterval(ending)
      clearTimeout(cutting)
    })
  }
}
