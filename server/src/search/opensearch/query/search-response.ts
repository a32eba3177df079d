import { z } from 'zod'

/** The parts of the responses of OpenSearch that are read. */

const hit = z.object({
  /** The last two values are the rank and the id. */
  sort: z.array(z.union([z.number(), z.string()])),
  fields: z
    .object({
      record: z.array(z.string()).optional(),
      long_text: z.array(z.string()).optional(),
      founded_on: z.array(z.number()).optional(),
      capital: z.array(z.number()).optional(),
    })
    .optional(),
})

const result = z.object({
  status: z.literal(200),
  timed_out: z.literal(false),
  _shards: z.object({ failed: z.literal(0) }),
  /** An empty list of hits is left out; `max_score` shows that the rest of the object was not. */
  hits: z.object({
    max_score: z.null(),
    total: z.object({ value: z.number() }).optional(),
    hits: z.array(hit).default([]),
  }),
  aggregations: z
    .object({
      regions: z.object({
        sum_other_doc_count: z.literal(0),
        buckets: z.array(z.object({ key: z.string() })).default([]),
      }),
    })
    .optional(),
})

const failure = z.object({ status: z.number() })

const responses = z.object({ responses: z.array(z.union([result, failure])) })

export type SearchHit = z.infer<typeof hit>
export type SearchResult = z.infer<typeof result>

/** One search of a request failed, or returned less than it was asked for. */
export class SearchFailed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`a search failed with status ${status}`)
    this.status = status
  }
}

/** The results of `count` searches in their order. @throws SearchFailed if one of them failed or is partial */
export function readResults(body: unknown, count: number): SearchResult[] {
  const read = responses.safeParse(body)
  if (!read.success) throw new SearchFailed(MALFORMED)
  const results = read.data.responses.map((one) => {
    if (!('hits' in one)) throw new SearchFailed(one.status)
    return one
  })
  if (results.length !== count) throw new SearchFailed(MALFORMED)
  return results
}

/** Status of an answer that is not understood. */
const MALFORMED = 502

const termVectors = z.object({
  docs: z.array(
    z.object({
      term_vectors: z.object({
        terms: z.object({ terms: z.record(z.string(), z.object({ doc_freq: z.number().optional() })) }).optional(),
      }),
    }),
  ),
})

/** Companies with each token, by token; tokens without companies are absent. @throws SearchFailed */
export function readFrequencies(body: unknown, shards: number): Map<string, number> {
  const read = termVectors.safeParse(body)
  if (!read.success || read.data.docs.length !== shards) throw new SearchFailed(MALFORMED)
  const sizes = new Map<string, number>()
  for (const { term_vectors: vectors } of read.data.docs) {
    for (const [token, { doc_freq: count = 0 }] of Object.entries(vectors.terms?.terms ?? {})) {
      sizes.set(token, (sizes.get(token) ?? 0) + count)
    }
  }
  return sizes
}

const shardsOfRouting = z.object({ shards: z.array(z.array(z.object({ shard: z.number() }))) })

/** The shard that a routing value leads to. @throws SearchFailed */
export function readShard(body: unknown): number {
  const shard = shardsOfRouting.safeParse(body).data?.shards[0]?.[0]?.shard
  if (shard === undefined) throw new SearchFailed(MALFORMED)
  return shard
}
