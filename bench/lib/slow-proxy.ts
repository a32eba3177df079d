import type { Socket } from 'node:net'
import { startTcpProxy } from '../../e2e/lib/tcp-proxy.ts'

/** 3G Slow of WebPageTest: 400 ms round trip, 400 kbit/s. Bytes per second. */
const SLOW_3G = { roundTripMs: 400, bytesPerSecond: 50_000 }

/** A piece of this size waits for nothing but itself: a larger one would arrive late as a whole. */
const PIECE_BYTES = 1_460

/**
 * A network between browser and server: slow, or as fast as the machine. Unlike the conditions that a browser emulates for a page,
 * it also slows the requests of a service worker. All connections share the rate, one direction apart from the other. Opening a
 * connection costs no round trip, as in the browser's own emulation.
 */
export async function startSlowProxy(port: number) {
  let isSlow = true
  /** Passes on in order what `from` sends, through the one link of this direction. */
  const createLink = () => {
    let freeAt = 0
    return (from: Socket, to: Socket) => {
      const forward = (bytes: number, deliver: () => void) => {
        const now = performance.now()
        freeAt = isSlow ? Math.max(now, freeAt) + (bytes * 1_000) / SLOW_3G.bytesPerSecond : now
        setTimeout(deliver, isSlow ? freeAt + SLOW_3G.roundTripMs / 2 - now : 0)
      }
      from.on('data', (data: Buffer) => {
        for (let at = 0; at < data.length; at += PIECE_BYTES) {
          const piece = data.subarray(at, at + PIECE_BYTES)
          forward(piece.length, () => to.writable && to.write(piece))
        }
      })
      from.on('end', () => forward(0, () => to.end()))
    }
  }
  const [up, down] = [createLink(), createLink()]
  const proxy = await startTcpProxy(port, (client, server) => {
    up(client, server)
    down(server, client)
  })
  return {
    ...proxy,
    setSlow(slow: boolean) {
      isSlow = slow
    },
  }
}
