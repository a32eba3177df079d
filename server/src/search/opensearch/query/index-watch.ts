import type { Client } from '@opensearch-project/opensearch'
import { z } from 'zod'
import type { Clock } from '../../../domain/clock.ts'
import type { ServiceOutage } from '../../../platform/log/service-outage.ts'
import { startPollingLoop } from '../../refresh/polling-loop.ts'
import type { IndexInUse, IndexState } from '../index-state.ts'

/** Milliseconds between two looks at the state of the index. A switch to another index is noticed within this time. */
const CHECK_MS = 1000
/** Age of the words for regions. A region whose first company is new becomes a word of keywords within this time. */
const REGIONS_MS = 60_000
/** Milliseconds in which they are read; no query waits for them. */
const REGIONS_TIMEOUT = 20_000
const MOST_REGIONS = 50_000

/** The index that queries use. */
export type WatchedIndex = { state: IndexInUse; regions: ReadonlySet<string> }

type IndexWatchDeps = {
  readState: () => Promise<IndexState>
  client: Client
  clock: Clock
  outage: ServiceOutage
}

/** Follows which index may be used. While OpenSearch is unreachable, the last one stays in use: queries fail by themselves. */
export function watchIndex({ readState, client, clock, outage }: IndexWatchDeps) {
  let current: WatchedIndex | null = null
  let regionsAt = Number.NEGATIVE_INFINITY
  let isReachable = false
  let hasBeenUsed = false
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()

  async function check() {
    const state = await readState()
    isReachable = state.status === 'ready' || state.reason !== 'unreachable'
    if (!isReachable) return
    if (state.status !== 'ready') {
      current = null
      return
    }
    const known = current?.state.name === state.name && Math.abs(clock.now() - regionsAt) < REGIONS_MS ? current : null
    if (known === null) {
      current = { state, regions: await readRegions(client, state.name) }
      regionsAt = clock.now()
    } else {
      current = { ...known, state }
    }
    hasBeenUsed = true
    onFirstUse()
  }

  const loop = startPollingLoop({
    poll: async () => {
      await check()
      outage.worked('watch')
      return 'done'
    },
    everyMs: CHECK_MS,
    maxBackoffMs: CHECK_MS,
    onFailure: (error) => outage.failed(error, 'watch'),
  })

  return {
    /** null: queries cannot run. */
    current: () => current,
    isReachable: () => isReachable,
    /** Whether an index has been in use. */
    hasBeenUsed: () => hasBeenUsed,
    /** Resolves when an index is in use for the first time. */
    whenReady: () => firstUse,
    close: () => loop.close(),
  }
}

const regionsResponse = z.object({
  aggregations: z.object({ regions: z.object({ buckets: z.array(z.object({ key: z.string() })) }) }),
})

/** Every word for the region of a company. */
async function readRegions(client: Client, index: string): Promise<ReadonlySet<string>> {
  const aggs = { regions: { terms: { field: 'regions', size: MOST_REGIONS } } }
  const { body } = await client.search(
    { index, allow_partial_search_results: false, body: { size: 0, track_total_hits: false, aggs } },
    { requestTimeout: REGIONS_TIMEOUT },
  )
  return new Set(regionsResponse.parse(body).aggregations.regions.buckets.map(({ key }) => key))
}
