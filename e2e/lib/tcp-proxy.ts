import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../../server/test/process/free-port.ts'

/** Listens on a free port, and connects each client to a port of this machine. `join` passes on what the two sockets send. */
export async function startTcpProxy(port: number, join: (client: Socket, server: Socket) => void) {
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    join(client, server)
  })
  const ownPort = await listenOnFreePort(proxy)
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    baseUrl: `http://127.0.0.1:${ownPort}`,
    /** Ends every connection. */
    cut,
    async close() {
      proxy.close()
      cut()
      await once(proxy, 'close')
    },
  }
}

/** Connections between a browser and the server, which can be cut as a lost network cuts them. */
export async function startCutProxy(port: number) {
  let isCut = false
  const proxy = await startTcpProxy(port, (client, server) => {
    if (isCut) client.destroy()
    else client.pipe(server).pipe(client)
  })
  return {
    ...proxy,
    cut() {
      isCut = true
      proxy.cut()
    },
    restore() {
      isCut = false
    },
  }
}
