import type { Client } from '@opensearch-project/opensearch'
import { errors } from '@opensearch-project/opensearch'
import type { Clock } from '../../../domain/clock.ts'
import { createCircuitBreaker } from '../../../platform/circuit-breaker.ts'
import { withDeadline } from '../../../platform/http/deadline.ts'
import type { ServiceOutage } from '../../../platform/log/service-outage.ts'
import { SearchUnavailable } from '../../company-search.ts'
import { loggedFailureOf, statusOf } from '../request-failure.ts'
import type { MissingResults } from './fetched-results.ts'
import { regionsBody } from './search-body.ts'
import { readFrequencies, readResults, readShard, SearchFailed, type SearchResult } from './search-response.ts'

/** Milliseconds after which a request is given up, here and in the server. */
const REQUEST_MS = 1500
/** Milliseconds without an answer of one node, after which another one is asked. */
const NODE_MS = 1000
/** The same for the words for regions, which no query waits for. */
const REGIONS_MS = 20_000
const CIRCUIT = { failuresToOpen: 5, openMs: 2000 }
const RETRY_SECONDS = 1
const PREPARING_SECONDS = 3

/** Only what is read: a third of the answer is not sent. */
const READ_PATHS = [
  'status',
  'timed_out',
  '_shards.failed',
  'hits.max_score',
  'hits.total.value',
  'hits.hits.sort',
  'hits.hits.fields',
  'aggregations.*.sum_other_doc_count',
  'aggregations.*.buckets.key',
]
  .map((path) => `responses.${path}`)
  .join(',')

/** Where a request goes. */
export type RequestTarget = {
  index: string
  /** One routing value for each shard. */
  routings: readonly string[]
  /** Requests of one preference read the same copies of the shards. */
  preference: string
}

export type Fetch = { results: SearchResult[]; frequencies: ReadonlyMap<string, number> }

export type SearchGateway = ReturnType<typeof createSearchGateway>

type SearchGatewayDeps = { client: Client; clock: Clock; outage: ServiceOutage }

/** Sends searches to OpenSearch. Every method rejects with `SearchUnavailable` or `IndexGone`. */
export function createSearchGateway({ client, clock, outage }: SearchGatewayDeps) {
  const withCircuit = createCircuitBreaker({ clock, deadlineMs: REQUEST_MS + 100, isRefusal: isAnswer, ...CIRCUIT })

  async function request<T>(
    params: Parameters<Client['transport']['request']>[0],
    remainingMs: number,
    read: (body: unknown) => T,
  ): Promise<T> {
    try {
      const answer = await withCircuit(async (signal) => {
        const sent = client.transport.request(params, { requestTimeout: NODE_MS, maxRetries: 1 })
        signal.addEventListener('abort', () => sent.abort(), { once: true })
        const { body } = await withDeadline(Promise.resolve(sent), Math.min(remainingMs, REQUEST_MS), () => {
          sent.abort()
          return new QueryTooSlow()
        })
        return body
      })
      const result = read(answer)
      outage.worked('query')
      return result
    } catch (error) {
      if (isOutage(error)) outage.failed(loggedFailureOf(error), 'query')
      throw refusalOf(error)
    }
  }

  async function search(bodies: readonly string[], { index, preference }: RequestTarget, remainingMs: number) {
    if (bodies.length === 0) return []
    const header = JSON.stringify({ allow_partial_search_results: false, preference })
    return request(
      {
        method: 'POST',
        path: `/${index}/_msearch`,
        querystring: { filter_path: READ_PATHS, cancel_after_time_interval: `${REQUEST_MS}ms` },
        bulkBody: bodies.map((one) => `${header}\n${one}\n`).join(''),
      },
      remainingMs,
      (body) => readResults(body, bodies.length),
    )
  }

  /** Companies with each token, from the dictionaries of all shards. Costs a seventh of counting them by searches. */
  async function frequencies(tokens: readonly string[], { index, routings }: RequestTarget, remainingMs: number) {
    if (tokens.length === 0) return new Map<string, number>()
    const docs = routings.map((routing) => ({
      _index: index,
      routing,
      doc: { terms: tokens.join(' ') },
      fields: ['terms'],
      term_statistics: true,
      field_statistics: false,
      positions: false,
      offsets: false,
      payloads: false,
    }))
    return request({ method: 'POST', path: '/_mtermvectors', body: { docs } }, remainingMs, (body) =>
      readFrequencies(body, routings.length),
    )
  }

  return {
    async fetch({ bodies, tokens }: MissingResults, target: RequestTarget, remainingMs: number): Promise<Fetch> {
      const [results, sizes] = await Promise.all([
        search(bodies, target, remainingMs),
        frequencies(tokens, target, remainingMs),
      ])
      return { results, frequencies: sizes }
    },
    /** Every word for a region. Counts every company, which may take longer than a query may. */
    async regions(index: string): Promise<ReadonlySet<string>> {
      const bulkBody = `{}\n${JSON.stringify(regionsBody)}\n`
      const sent = client.transport.request(
        { method: 'POST', path: `/${index}/_msearch`, querystring: { filter_path: READ_PATHS }, bulkBody },
        { requestTimeout: REGIONS_MS },
      )
      const [result] = readResults((await sent).body, 1)
      return new Set(result?.aggregations?.regions.buckets.map(({ key }) => key) ?? [])
    },
    /** The shard that documents with this routing value are in. */
    async shardOf(index: string, routing: string): Promise<number> {
      return request(
        { method: 'GET', path: `/${index}/_search_shards`, querystring: { routing } },
        REQUEST_MS,
        readShard,
      )
    },
  }
}

/** No answer within the time that is left for the query. */
class QueryTooSlow extends Error {}

/** The index that was queried does not exist any more. */
export class IndexGone extends Error {}

/** Whether the error is an answer of a server that works: it refuses some requests, but not all. */
const isAnswer = (error: unknown) => [400, 404, 429].includes(statusOf(error) ?? 0)

const failedStatusOf = (error: unknown) => (error instanceof SearchFailed ? error.status : statusOf(error))

/** Slow, or with too many requests. */
const isOverloaded = (error: unknown) =>
  failedStatusOf(error) === 429 || error instanceof errors.TimeoutError || error instanceof QueryTooSlow

/** Whether other queries would fail, too. A server that answers nothing at all is noticed where its state is read. */
const isOutage = (error: unknown) => ![400, 404].includes(failedStatusOf(error) ?? 0) && !isOverloaded(error)

function refusalOf(error: unknown): Error {
  if (failedStatusOf(error) === 404) return new IndexGone()
  if (isOverloaded(error)) return new SearchUnavailable('overloaded', RETRY_SECONDS)
  return new SearchUnavailable('preparing', PREPARING_SECONDS)
}
