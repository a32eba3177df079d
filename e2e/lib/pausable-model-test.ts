import { test as base, expect } from '@playwright/test'
import { type PausableModel, startPausableModel } from './pausable-model.ts'
import { TestServer } from './server.ts'

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
