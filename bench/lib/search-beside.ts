import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { drawSample } from './generated-companies.ts'
import type { LoadRequest } from './load.ts'
import { drawMixedSearches, requestsFor } from './requests.ts'
import { withServer } from './server.ts'
import { percentile, timed } from './timing.ts'

const PER_SECOND = 50

type SteadyPlan = {
  port: number
  /** Sent in turn, from the start again after the last. */
  requests: readonly LoadRequest[]
  /** Sends requests until this settles. */
  until: Promise<unknown>
}

/** `p99` in milliseconds. */
type SteadyResult = { failed: number; p99: number }

/**
 * Sends requests at even intervals, whatever the answers take. Not autocannon, whose rate is a quota per connection and
 * second: it sends all requests of a second at its start.
 */
export async function sendSteadily({ port, requests, until }: SteadyPlan): Promise<SteadyResult> {
  const latencies: number[] = []
  let failed = 0
  const get = async ({ path, headers = {} }: LoadRequest) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    return answer.ok
  }
  const send = async (request: LoadRequest) => {
    const took = await timed(async () => {
      if (!(await get(request).catch(() => false))) failed += 1
    })
    latencies.push(took)
  }
  const sent: Promise<void>[] = []
  const timer = setInterval(() => {
    const request = requests[sent.length % requests.length]
    if (request !== undefined) sent.push(send(request))
  }, 1_000 / PER_SECOND)
  await Promise.allSettled([until])
  clearInterval(timer)
  await Promise.all(sent)
  return { failed, p99: percentile(latencies, 0.99) }
}

/** Searches of all kinds at a steady rate: of a quiet server, and during `work`. */
export async function searchBeside(
  location: DatabaseLocation,
  { seed, quietSeconds, work }: { seed: number; quietSeconds: number; work: () => Promise<unknown> },
): Promise<{ quiet: SteadyResult; during: SteadyResult }> {
  const env = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' }
  return withServer(env, async ({ port }, token) => {
    const sample = await drawSample({ from: 'store', ...location })
    const requests = requestsFor('companySearch', drawMixedSearches(sample, seed), token)
    const searchUntil = (until: Promise<unknown>) => sendSteadily({ port, requests, until })
    await searchUntil(wait(quietSeconds * 1_000))
    return { quiet: await searchUntil(wait(quietSeconds * 1_000)), during: await searchUntil(work()) }
  })
}
