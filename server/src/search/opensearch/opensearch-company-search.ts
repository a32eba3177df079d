import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { type CompanySearch, SearchUnavailable } from '../company-search.ts'
import type { IndexState } from './index-state.ts'
import { watchIndex } from './query/index-watch.ts'
import { createKeywordSearch } from './query/keyword-search.ts'
import { createSearchGateway } from './query/search-gateway.ts'

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
