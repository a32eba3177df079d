import type { LoadRequest } from './load.ts'
import { percentile } from './timing.ts'

export type SteadyPlan = {
  port: number
  /** Sent in turn, from the start again after the last. */
  requests: readonly LoadRequest[]
  perSecond: number
  /** Sends requests until this settles. */
  until: Promise<unknown>
}

/** Milliseconds. */
export type SteadyResult = { sent: number; failed: number; p50: number; p99: number }

/**
 * Sends requests at even intervals, whatever the answers take. Not autocannon, whose rate is a quota per connection and
 * second: it sends all requests of a second at its start.
 */
export async function sendSteadily({ port, requests, perSecond, until }: SteadyPlan): Promise<SteadyResult> {
  const latencies: number[] = []
  let failed = 0
  const send = async ({ path, headers = {} }: LoadRequest) => {
    const startedAt = performance.now()
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) failed += 1
    } catch {
      failed += 1
    }
    latencies.push(performance.now() - startedAt)
  }
  const sent: Promise<void>[] = []
  const timer = setInterval(() => {
    const request = requests[sent.length % requests.length]
    if (request !== undefined) sent.push(send(request))
  }, 1000 / perSecond)
  await Promise.allSettled([until])
  clearInterval(timer)
  await Promise.all(sent)
  return { sent: sent.length, failed, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}
