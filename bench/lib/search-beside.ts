import { raisedLimitsFile } from '../../e2e/lib/limits.ts'
import { TestServer } from '../../e2e/lib/server.ts'
import { createSession } from '../../e2e/lib/session.ts'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { FOR_ONE_CLIENT } from './load.ts'
import { drawMixedSearches, requestsFor } from './requests.ts'
import { drawSample } from './sample.ts'
import { type SteadyResult, sendSteadily } from './steady-load.ts'

const PER_SECOND = 50

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
    const plan = { port: server.port, requests, perSecond: PER_SECOND }
    const pause = () => new Promise((resolve) => setTimeout(resolve, quietSeconds * 1_000))
    await sendSteadily({ ...plan, until: pause() })
    const quiet = await sendSteadily({ ...plan, until: pause() })
    const during = await sendSteadily({ ...plan, until: work() })
    return { quiet, during }
  } finally {
    await server.dispose()
  }
}
