import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A language model that takes a request and answers nothing, until it is killed in the middle of a sentence. */
export type PausableModel = {
  baseUrl: string
  /** Resolves when a request waits. */
  held: () => Promise<void>
  /** Sends half a sentence and cuts the connection; later requests are cut, too. */
  kill: () => void
  /** Holds the next requests again. */
  hold: () => void
  close: () => Promise<void>
}

const HALF = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '该企业的注' } }] })}\n\n`

export async function startPausableModel(): Promise<PausableModel> {
  const waiting = new Set<ServerResponse>()
  let isKilled = false
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(HALF, () => response.destroy())
  }
  const server = createServer((_request, response) => {
    if (isKilled) return cut(response)
    waiting.add(response)
    response.once('close', () => waiting.delete(response))
    server.emit('held')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async held() {
      if (waiting.size === 0) await once(server, 'held')
    },
    kill() {
      isKilled = true
      for (const response of waiting) cut(response)
    },
    hold() {
      isKilled = false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
