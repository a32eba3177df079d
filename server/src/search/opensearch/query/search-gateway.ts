import { type Client, errors } from '@opensearch-project/opensearch'
import { z } from 'zod'
import type { Clock } from '../../../domain/clock.ts'
import { createCircuitBreaker } from '../../../platform/circuit-breaker.ts'
import type { ServiceOutage } from '../../../platform/log/service-outage.ts'
import { SearchUnavailable, searchPreparing } from '../../company-search.ts'
import { loggedFailureOf, statusOf, withAbort } from '../client.ts'

/** Milliseconds after which a request is given up, here and in the server. */
const REQUEST_MS = 1500
/** Milliseconds without an answer of one node, after which another one is tried. */
const NODE_MS = 1000
const CIRCUIT = { failuresToOpen: 5, openMs: 2000 }
const RETRY_SECONDS = 1

/** Only what is read: most of the response is not sent. */
const READ_PATHS =
  'status,timed_out,_shards.failed,hits.total.value,hits.max_score,hits.hits._score,hits.hits.sort,hits.hits.fields,aggregations'
    .split(',')
    .map((path) => `responses.${path}`)

const searchHit = z.object({
  _score: z.number().nullish(),
  sort: z.array(z.union([z.number(), z.string(), z.null()])),
  fields: z.object({
    record: z.array(z.string()),
    long_text: z.array(z.string()).optional(),
    capital: z.array(z.number()).optional(),
  }),
})

/** A whole result. `max_score` shows that a list of hits is empty, which is left out then, and not the rest of the object. */
const searchResult = z.object({
  status: z.literal(200),
  timed_out: z.literal(false),
  _shards: z.object({ failed: z.literal(0) }),
  hits: z.object({
    max_score: z.number().nullable(),
    total: z.object({ value: z.number() }).optional(),
    hits: z.array(searchHit).default([]),
  }),
  aggregations: z.record(z.string(), z.object({ doc_count: z.number() })).default({}),
})

const responses = z.object({ responses: z.array(z.union([searchResult, z.object({ status: z.number() })])) })

export type OpenSearchHit = z.infer<typeof searchHit>
export type SearchResult = z.infer<typeof searchResult>

/** A search failed, or is partial. */
class SearchFailed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`a search failed with status ${status}`)
    this.status = status
  }
}

const overloaded = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** Status of an answer that is not understood. */
const MALFORMED = 502

/** The results of `count` searches in their order. @throws SearchFailed if one of them failed or is partial */
function readResults(body: unknown, count: number): SearchResult[] {
  const read = responses.safeParse(body)
  if (!read.success || read.data.responses.length !== count) throw new SearchFailed(MALFORMED)
  return read.data.responses.map((one) => {
    if (!('hits' in one)) throw new SearchFailed(one.status)
    return one
  })
}

/** `preference`: requests of one preference read the same copies of the shards. `endsAt`: by `performance.now()`. */
export type SearchTarget = { index: string; preference: string; endsAt: number }

type SearchGatewayDeps = { client: Client; clock: Clock; outage: ServiceOutage }

/** Sends searches to OpenSearch, those of one call in one request. @throws SearchUnavailable */
export function createSearchGateway({ client, clock, outage }: SearchGatewayDeps) {
  const withCircuit = createCircuitBreaker({ clock, deadlineMs: REQUEST_MS + 100, isRefusal: isAnswer, ...CIRCUIT })

  return async (bodies: readonly object[], { index, preference, endsAt }: SearchTarget): Promise<SearchResult[]> => {
    const header = { allow_partial_search_results: false, preference }
    const remainingMs = Math.min(REQUEST_MS, Math.floor(endsAt - performance.now()))
    if (remainingMs <= 0) throw overloaded()
    const tooLate = AbortSignal.timeout(remainingMs)
    const request = {
      method: 'POST',
      path: `/${index}/_msearch`,
      querystring: { filter_path: READ_PATHS, cancel_after_time_interval: `${REQUEST_MS}ms` },
      bulkBody: bodies.flatMap((one) => [header, one]),
    }
    try {
      const { body } = await withCircuit(() =>
        withAbort(client.transport.request(request, { requestTimeout: NODE_MS }), tooLate),
      )
      const results = readResults(body, bodies.length)
      outage.worked('query')
      return results
    } catch (error) {
      const status = error instanceof SearchFailed ? error.status : statusOf(error)
      if (status === 429 || tooLate.aborted || error instanceof errors.TimeoutError) throw overloaded()
      // A server that works has refused this query, or has replaced the index. One that answers nothing at all is noticed where
      // its state is read.
      if (status !== 400 && status !== 404) outage.failed(loggedFailureOf(error), 'query')
      throw searchPreparing()
    }
  }
}

/** Whether the error is an answer of a server that works: it refuses some requests, but not all. */
const isAnswer = (error: unknown) => [400, 404, 429].includes(statusOf(error) ?? 0)
