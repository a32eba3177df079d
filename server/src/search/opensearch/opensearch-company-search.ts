import type { Client } from '@opensearch-project/opensearch'
import { z } from 'zod'
import type { Clock } from '../../domain/clock.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { SearchUnavailable, type StartedCompanySearch, searchPreparing } from '../company-search.ts'
import { startPollingLoop } from '../refresh/polling-loop.ts'
import type { IndexInUse, IndexState } from './index-state.ts'
import { createKeywordSearch } from './query/keyword-search.ts'
import { createSearchGateway } from './query/search-gateway.ts'

/** Milliseconds in which a query is answered or refused. */
const QUERY_MS = 2800
/** Milliseconds between two looks at the state of the index. A switch to another index is noticed within this time. */
const CHECK_MS = 1000
/** Age of the words for regions. A region whose first company is new becomes a word of keywords within this time. */
const REGIONS_MS = 60_000
/** Milliseconds in which they are read; no query waits for them. */
const REGIONS_TIMEOUT = 20_000
const MOST_REGIONS = 50_000

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

export type OpenSearchCompanySearchOptions = {
  client: Client
  /** Whether the index may be used; never rejects. */
  readState: () => Promise<IndexState>
  /** Age of the oldest change that is not searchable yet, in seconds. */
  lagSeconds: () => number
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Shared with `readState`. */
  outage: ServiceOutage
}

type KeywordSearch = ReturnType<typeof createKeywordSearch>

/**
 * Search over an index in OpenSearch, which decides what matches and in which order.
 *
 * May be stale: the index itself by its refresh interval; which index is in use by a second; the words for regions by a
 * minute.
 */
export function openOpenSearchCompanySearch(options: OpenSearchCompanySearchOptions): StartedCompanySearch {
  const { client, readState, lagSeconds, clock, log, outage } = options
  const pronunciation = loadPronunciation()
  const sendSearches = createSearchGateway({ client, clock, outage })
  /** The index that queries use; null: they cannot run. */
  let used: IndexInUse | null = null
  let regions: ReadonlySet<string> = new Set()
  let regionsAt = Number.NEGATIVE_INFINITY
  let isReady = false
  let hasBeenReady = false
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()

  const loop = startPollingLoop({
    async poll() {
      const state = await readState()
      isReady = state.status === 'ready'
      if (state.status === 'ready') {
        if (used?.name !== state.name || Math.abs(clock.now() - regionsAt) >= REGIONS_MS) {
          regions = await readRegions(client, state.name)
          regionsAt = clock.now()
        }
        used = state
        hasBeenReady = true
        onFirstUse()
      }
      // While OpenSearch is unreachable, the last index stays in use: queries fail by themselves.
      else if (state.reason !== 'unreachable') used = null
      outage.worked('watch')
      return 'done'
    },
    everyMs: CHECK_MS,
    maxBackoffMs: CHECK_MS,
    onFailure: (error) => outage.failed(error, 'watch'),
  })

  async function run<T>(keyword: string | null, query: (search: KeywordSearch) => Promise<T>, budgetMs = QUERY_MS) {
    if (used === null) throw searchPreparing()
    const endsAt = performance.now() + Math.min(QUERY_MS, budgetMs)
    // The same keyword reads the same copies of the shards, so that its pages fit together.
    const target = { index: used.name, preference: `keyword ${(keyword ?? '').slice(0, 40)}`, endsAt }
    const known = regions
    const search = createKeywordSearch({
      fetch: (bodies) => sendSearches(bodies, target),
      isRegion: (word) => known.has(word),
      pronunciation,
      now: clock.now(),
    })
    try {
      return await query(search)
    } catch (error) {
      if (error instanceof SearchUnavailable) throw error
      // A record that cannot be read must not look like an answer.
      log.error('search.query-failed', { error })
      throw searchPreparing()
    }
  }

  return {
    search: (query) => run(query.keyword, (keywords) => keywords.search(query, 'limited')),
    async suggest(keyword, limit) {
      if (limit === 0) return []
      const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit, exact: false } as const
      return (await run(keyword, (keywords) => keywords.search(query, 'none'))).hits
    },
    async count(query) {
      const budgetEndsAt = performance.now() + query.budgetMs
      try {
        return await run(query.keyword, (keywords) => keywords.count(query), query.budgetMs)
      } catch (error) {
        const isTooLate = error instanceof SearchUnavailable && error.reason === 'overloaded'
        if (isTooLate && budgetEndsAt <= performance.now()) return { total: null, groups: null, hits: [] }
        throw error
      }
    },
    state: () => ({
      ready: used !== null && isReady,
      hasBeenReady,
      companies: used?.documents ?? 0,
      segments: used?.shards ?? 0,
      lagSeconds: lagSeconds(),
      waiting: 0,
    }),
    whenReady: () => firstUse,
    async close() {
      await loop.close()
      used = null
    },
  }
}
