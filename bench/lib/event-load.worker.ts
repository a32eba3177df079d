import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import type { EventLoadPlan, EventLoadResult } from './event-load.ts'
import { drawEventRequests } from './sent-events.ts'

/** The thread of event-load.ts. */
const plan: EventLoadPlan = workerData
/** autocannon sends the requests of a second at its start: ten instances that start a tenth of a second apart are even. */
const INSTANCES = 10
const CONNECTIONS = 5

const perSecond = plan.eventsPerSecond / plan.perRequest / INSTANCES
const perConnection = Math.ceil((perSecond / CONNECTIONS) * (plan.seconds + 1))
const requests = drawEventRequests({ ...plan, requests: perConnection * CONNECTIONS * INSTANCES }).map(
  ({ path, body }): autocannon.Request => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  }),
)
const byStatus: Record<number, number> = {}
const count = (status: number) => {
  byStatus[status] = (byStatus[status] ?? 0) + plan.perRequest
}

function run(first: number): Promise<void> {
  let next = first * CONNECTIONS
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url: `http://127.0.0.1:${plan.port}`,
        connections: CONNECTIONS,
        overallRate: perSecond,
        duration: plan.seconds,
        setupClient: (client) => {
          const from = next * perConnection
          next += 1
          client.setRequests(requests.slice(from, from + perConnection))
        },
      },
      (error: unknown) => (error === null ? resolve() : reject(error)),
    )
    instance.on('response', (_client, status) => count(status))
    instance.on('reqError', () => count(0))
  })
}

parentPort?.postMessage('started', [])
const startedAt = performance.now()
const runs: Promise<void>[] = []
for (let instance = 0; instance < INSTANCES; instance += 1) {
  runs.push(run(instance))
  await wait(1_000 / INSTANCES)
}
await Promise.all(runs)
const seconds = Math.max(plan.seconds, (performance.now() - startedAt) / 1_000 - 1)
const sent = Object.values(byStatus).reduce((sum, events) => sum + events, 0)
const result: EventLoadResult = { perSecond: sent / seconds, byStatus }
parentPort?.postMessage(result, [])
