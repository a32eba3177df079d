import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Connections between a browser and the server, which can be cut as a lost network cuts them. */
export type CutProxy = { baseUrl: string; cut: () => void; restore: () => void; close: () => Promise<void> }

export async function startCutProxy(port: number): Promise<CutProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const server = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from.once('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.on('error', () => {})
      from.pipe(to)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut() {
      isCut = true
      cutAll()
    },
    restore() {
      isCut = false
    },
    async close() {
      proxy.close()
      cutAll()
      await once(proxy, 'close')
    },
  }
}
