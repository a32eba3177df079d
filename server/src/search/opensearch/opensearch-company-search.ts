import type { Client } from '@opensearch-project/opensearch'
import { z } from 'zod'
import type { Clock } from '../../domain/clock.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { type CompanySearch, SearchUnavailable } from '../company-search.ts'
import { startPollingLoop } from '../refresh/polling-loop.ts'
import type { IndexInUse, IndexState } from './index-state.ts'
import { createKeywordSearch } from './query/keyword-search.ts'
import { createSearchGateway } from './query/search-gateway.ts'

/** Milliseconds between two looks at the state of the index. A switch to another index is noticed within this time. */
const CHECK_MS = 1000
/** Age of the words for regions. A region whose first company is new becomes a word of keywords within this time. */
const REGIONS_MS = 60_000
/** Milliseconds in which they are read; no query waits for them. */
const REGIONS_TIMEOUT = 20_000
const MOST_REGIONS = 50_000

/** The index that queries use. */
type WatchedIndex = { state: IndexInUse; regions: ReadonlySet<string> }

type IndexWatchDeps = {
  readState: () => Promise<IndexState>
  client: Client
  clock: Clock
  outage: ServiceOutage
}

/** Follows which index may be used. While OpenSearch is unreachable, the last one stays in use: queries fail by themselves. */
function watchIndex({ readState, client, clock, outage }: IndexWatchDeps) {
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
    const isKnown = current?.state.name === state.name && Math.abs(clock.now() - regionsAt) < REGIONS_MS
    const regions = isKnown && current !== null ? current.regions : await readRegions(client, state.name)
    if (!isKnown) regionsAt = clock.now()
    current = { state, regions }
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

export type OpenSearchCompanySearchOptions = {
  client: Client
  /** Whether the index may be used; never rejects. */
  readState: () => Promise<IndexState>
  /** Age of the oldest change that is not searchable yet, in seconds. */
  lagSeconds: () => number
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** Shared with `readState`; absent: an own one. */
  outage?: ServiceOutage
}

export interface OpenSearchCompanySearch extends CompanySearch {
  /** Resolves when an index is in use for the first time. */
  whenReady(): Promise<void>
}

/** Milliseconds in which a query is answered or refused. */
const QUERY_MS = 2800
const PREPARING_SECONDS = 3

type KeywordSearch = ReturnType<typeof createKeywordSearch>

/**
 * Search over an index in OpenSearch, which decides what matches and in which order.
 *
 * May be stale: the index itself by its refresh interval; which index is in use by a second; the words for regions by a
 * minute.
 */
export function openOpenSearchCompanySearch(options: OpenSearchCompanySearchOptions): OpenSearchCompanySearch {
  const { client, readState, lagSeconds, clock, log } = options
  const outage = options.outage ?? createServiceOutage(log, 'search cluster')
  const pronunciation = loadPronunciation()
  const sendSearches = createSearchGateway({ client, clock, outage })
  const watch = watchIndex({ readState, client, clock, outage })
  let isClosed = false

  async function run<T>(
    { keyword, budgetMs }: { keyword: string | null; budgetMs: number },
    query: (search: KeywordSearch) => Promise<T>,
  ): Promise<T> {
    const watched = isClosed ? null : watch.current()
    if (watched === null) throw preparing()
    const { state, regions } = watched
    const target = { index: state.name, preference: preferenceOf(keyword), endsAt: performance.now() + budgetMs }
    const search = createKeywordSearch({
      fetch: (bodies) => sendSearches(bodies, target),
      isRegion: (word) => regions.has(word),
      pronunciation,
      now: clock.now(),
    })
    try {
      return await query(search)
    } catch (error) {
      if (error instanceof SearchUnavailable) throw error
      // A record that cannot be read must not look like an answer.
      log.error('search.query-failed', { error })
      throw preparing()
    }
  }

  return {
    search: (query) =>
      run({ keyword: query.keyword, budgetMs: QUERY_MS }, (keywords) => keywords.search(query, 'limited')),
    async suggest(keyword, limit) {
      if (limit === 0) return []
      const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit, exact: false } as const
      const { hits } = await run({ keyword, budgetMs: QUERY_MS }, (keywords) => keywords.search(query, 'none'))
      return hits
    },
    async count(query) {
      const endsAt = performance.now() + query.budgetMs
      try {
        return await run({ ...query, budgetMs: Math.min(QUERY_MS, query.budgetMs) }, (keywords) =>
          keywords.count(query),
        )
      } catch (error) {
        const isTooLate = error instanceof SearchUnavailable && error.reason === 'overloaded'
        if (isTooLate && endsAt <= performance.now()) return { total: null, groups: null, hits: [] }
        throw error
      }
    },
    state() {
      const watched = watch.current()
      return {
        ready: watched !== null && watch.isReachable(),
        hasBeenReady: watch.hasBeenUsed(),
        companies: watched?.state.documents ?? 0,
        segments: watched?.state.shards ?? 0,
        builtAt: watched?.state.builtAt ?? null,
        version: watched?.state.name ?? null,
        lagSeconds: lagSeconds(),
        waiting: 0,
      }
    },
    whenReady: () => watch.whenReady(),
    async close() {
      isClosed = true
      await watch.close()
    },
  }
}

const preparing = () => new SearchUnavailable('preparing', PREPARING_SECONDS)

/** The same keyword reads the same copies of the shards, so that its pages fit together. */
const preferenceOf = (keyword: string | null) => `keyword ${(keyword ?? '').slice(0, 40)}`
