import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadRequest } from './load.ts'
import { percentile } from './timing.ts'

export type SteadyPlan = {
  port: number
  /** Asked in turn. */
  requests: readonly LoadRequest[]
  perSecond: number
  /** Asks until this resolves. */
  until: Promise<unknown>
}

/** Milliseconds from when a request was due, so that a server that keeps everyone waiting is not asked less for it. */
export type SteadyResult = { asked: number; failed: number; p50: number; p99: number; max: number }

/** Asks at an even rate, whatever the answers take. */
export async function askSteadily({ port, requests, perSecond, until }: SteadyPlan): Promise<SteadyResult> {
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  let failed = 0
  const end = { isOver: false }
  void until.finally(() => {
    end.isOver = true
  })
  const ask = ({ path, headers = {} }: LoadRequest, due: number) =>
    new Promise<void>((resolve) => {
      const request = get({ port, path, headers, agent }, (answer) => {
        answer.resume()
        answer.on('end', () => {
          latencies.push(performance.now() - due)
          if (answer.statusCode !== 200) failed += 1
          resolve()
        })
      })
      request.on('error', () => {
        failed += 1
        resolve()
      })
    })
  const startedAt = performance.now()
  const asked: Promise<void>[] = []
  while (!end.isOver) {
    const due = startedAt + (asked.length * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await wait(early)
    const request = requests[asked.length % requests.length]
    if (request !== undefined) asked.push(ask(request, due))
  }
  await Promise.all(asked)
  agent.destroy()
  return {
    asked: asked.length,
    failed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
  }
}
