import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../process/free-port.ts'
import { buildTool } from './built-tool.ts'
import { endProcess } from './child-processes.ts'

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
