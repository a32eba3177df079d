import { startTcpProxy } from './tcp-proxy.ts'

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
