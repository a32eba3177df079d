import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type MovingAddress = {
  /** URL of the same database through the address. */
  urlOf(databaseUrl: string): string
  /** Leads to another server of this machine, and closes all connections, as HAProxy does with `on-marked-down`. */
  moveTo(port: number): void
  stop(): Promise<void>
}

/** Starts one address for several servers, of which it leads to one: in place of HAProxy or PgBouncer. */
export async function startMovingAddress(firstPort: number): Promise<MovingAddress> {
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    moveTo(next) {
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
