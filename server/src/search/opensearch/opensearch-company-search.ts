import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import { withDeadline } from '../../platform/http/deadline.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { type CompanySearch, SearchUnavailable } from '../company-search.ts'
import type { IndexState } from './index-state.ts'
import { type FetchedPage, FetchedResults, ResultsMissing } from './query/fetched-results.ts'
import { type WatchedIndex, watchIndex } from './query/index-watch.ts'
import { createQueryAnswers } from './query/query-answers.ts'
import { createQueryGate } from './query/query-gate.ts'
import { createQueryIndex } from './query/query-index.ts'
import { createSearchGateway, IndexGone } from './query/search-gateway.ts'

export type OpenSearchCompanySearchOptions = {
  client: Client
  /** Whether the index may be used; never rejects. */
  readState: () => Promise<IndexState>
  /** Age of the oldest change that is not searchable yet, in seconds. */
  lagSeconds: () => number
  /** Queries that run at the same time. */
  running?: number
  /** Queries that may wait. A query beyond this is refused. */
  queueLimit: number
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** Shared with `readState`; absent: an own one. */
  outage?: ServiceOutage
}

export interface OpenSearchCompanySearch extends CompanySearch {
  /** Resolves when an index is in use for the first time. */
  whenReady(): Promise<void>
}

const RUNNING = 32
/** Milliseconds in which a query is answered or refused, waiting included. */
const QUERY_MS = 2800
const MAX_WAIT_MS = 1000
/** Most queries need one request, a corrected typo four. */
const MOST_ROUNDS = 64
const PREPARING_SECONDS = 3
const OVERLOADED_SECONDS = 1

type Answers = ReturnType<typeof createQueryAnswers>
type Query = { pageSize: number; preference: string; budgetMs: number }

/**
 * Search over an index in OpenSearch. Terms propose companies there, and the ranking tiers decide here, as over segments.
 *
 * May be stale: the index itself by its refresh interval; which index is in use by a second; the words for regions by a
 * minute. A query whose results need several requests may see a refresh between them; it lists no company twice.
 */
export function openOpenSearchCompanySearch(options: OpenSearchCompanySearchOptions): OpenSearchCompanySearch {
  const { client, readState, lagSeconds, running = RUNNING, queueLimit, clock, log } = options
  const outage = options.outage ?? createServiceOutage(log, 'search cluster')
  const pronunciation = loadPronunciation()
  const gateway = createSearchGateway({ client, clock, outage })
  const watch = watchIndex({ readState, gateway, clock, outage })
  const gate = createQueryGate({ running, queueLimit, maxWaitMs: MAX_WAIT_MS })
  let isClosed = false

  /** Runs `answer` again and again, each time with the results that it lacked before. */
  async function evaluate<T>(
    watched: WatchedIndex,
    { pageSize, preference, budgetMs }: Query,
    answer: (answers: Answers) => T,
  ): Promise<T> {
    const endsAt = performance.now() + budgetMs
    const fetched = new FetchedResults()
    const verified = new WeakMap<FetchedPage, number>()
    const { state, regions, routings } = watched
    const target = { index: state.name, routings, preference }
    const isRegion = (word: string) => regions.has(word)
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      try {
        const index = createQueryIndex({ fetched, pronunciation, isRegion, pageSize })
        return answer(createQueryAnswers(index, { pronunciation, verified }))
      } catch (error) {
        if (!(error instanceof ResultsMissing)) throw error
      }
      const remainingMs = endsAt - performance.now()
      if (remainingMs <= 0) break
      const missing = fetched.missing()
      const { results, frequencies } = await gateway.fetch(missing, target, remainingMs)
      fetched.add(results, frequencies)
    }
    throw new SearchUnavailable('overloaded', OVERLOADED_SECONDS)
  }

  async function run<T>(query: Query, answer: (answers: Answers) => T): Promise<T> {
    const endsAt = performance.now() + query.budgetMs
    const remaining = () => ({ ...query, budgetMs: endsAt - performance.now() })
    return gate.run(async () => {
      try {
        return await evaluate(indexInUse(), remaining(), answer)
      } catch (error) {
        if (!(error instanceof IndexGone)) throw asUnavailable(error)
      }
      // The index was replaced since the last look, which may take longer than a query may.
      try {
        await withDeadline(watch.checkNow(), remaining().budgetMs, () => preparing())
        return await evaluate(indexInUse(), remaining(), answer)
      } catch (error) {
        throw asUnavailable(error)
      }
    })
  }

  function indexInUse(): WatchedIndex {
    const watched = isClosed ? null : watch.current()
    if (watched === null) throw preparing()
    return watched
  }

  /** A record that cannot be read must not look like an answer. */
  function asUnavailable(error: unknown): SearchUnavailable {
    if (error instanceof SearchUnavailable) return error
    if (!(error instanceof IndexGone)) log.error('search.query-failed', { error })
    return preparing()
  }

  return {
    search(query) {
      const { keyword, offset, limit } = query
      const work = { pageSize: offset + limit, preference: preferenceOf(keyword), budgetMs: QUERY_MS }
      return run(work, ({ search }) => search(query, clock.now()))
    },
    suggest(keyword, limit) {
      const work = { pageSize: limit, preference: preferenceOf(keyword), budgetMs: QUERY_MS }
      return run(work, ({ suggest }) => suggest(keyword, limit, clock.now()))
    },
    async count(query) {
      const { keyword, limit, budgetMs } = query
      const endsAt = performance.now() + budgetMs
      const work = { pageSize: limit, preference: preferenceOf(keyword) }
      const now = clock.now()
      const remaining = () => Math.min(QUERY_MS, endsAt - performance.now())
      const { total, hits } = await orTooLate(
        run({ ...work, budgetMs: remaining() }, ({ count }) => count(query, now)),
        () => endsAt <= performance.now(),
        { total: null, hits: [] },
      )
      if (total === null) return { total, groups: null, hits: [] }
      const groups = await orTooLate(
        run({ ...work, budgetMs: remaining() }, ({ countGroups }) => countGroups(query, now)),
        () => endsAt <= performance.now(),
        null,
      )
      return { total, groups, hits }
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
        waiting: gate.waiting(),
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

/** `late` for a count that failed because its time is over. */
async function orTooLate<T>(counting: Promise<T>, isTooLate: () => boolean, late: T): Promise<T> {
  try {
    return await counting
  } catch (error) {
    if (error instanceof SearchUnavailable && error.reason === 'overloaded' && isTooLate()) return late
    throw error
  }
}
