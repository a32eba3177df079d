import { raisedLimitsFile } from '../../e2e/lib/limits.ts'
import { TestServer } from '../../e2e/lib/server.ts'
import { createSession } from '../../e2e/lib/session.ts'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { FOR_ONE_CLIENT, type LoadRequest } from './load.ts'
import { drawMixedSearches, requestsFor } from './requests.ts'
import { drawSample } from './sample.ts'
import { percentile } from './timing.ts'

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
  const server = await TestServer.create({
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.databaseUrl ?? '',
    LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []),
  })
  try {
    // Waits until the index is built.
    await server.start(500)
    const token = await createSession(server)
    const sample = await drawSample({ from: 'store', ...location })
    const requests = requestsFor('companySearch', drawMixedSearches(sample, seed), token)
    const plan = { port: server.port, requests }
    const pause = () => new Promise((resolve) => setTimeout(resolve, quietSeconds * 1_000))
    await sendSteadily({ ...plan, until: pause() })
    const quiet = await sendSteadily({ ...plan, until: pause() })
    const during = await sendSteadily({ ...plan, until: work() })
    return { quiet, during }
  } finally {
    await server.dispose()
  }
}
