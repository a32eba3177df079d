import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { test as base, expect } from '@playwright/test'
import { listenOnFreePort } from '../../server/test/process/free-port.ts'
import { TestServer } from './server.ts'

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

async function startPausableModel(): Promise<PausableModel> {
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
  const port = await listenOnFreePort(server)
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

type Model = { model: PausableModel; server: TestServer }

/** A server whose language model holds every answer until it is killed. */
export const test = base.extend<object, Model>({
  model: [
    async ({}, provide) => {
      const model = await startPausableModel()
      await provide(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ model }, provide) => {
      const server = await TestServer.create({ AI_BASE_URL: model.baseUrl, AI_MODEL: 'held' })
      await server.start()
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
})

export { expect }
