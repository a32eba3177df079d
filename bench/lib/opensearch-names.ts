import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../../server/src/domain/names/company-name.ts'
import { rankOf } from '../../server/src/search/analysis/static-rank.ts'
import type { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'

export type OpenSearchClient = ReturnType<typeof connectOpenSearch>

/**
 * Names alone, as one would search them in OpenSearch without ranking tiers: characters as tokens with positions, the
 * index in rank order. What a search in OpenSearch costs at least.
 */
export const NAMES_INDEX = 'bench-names'

const SLOW = { requestTimeout: 600_000, maxRetries: 0 }

const charactersOf = (text: string) => Array.from(text).join(' ')

export async function fillNamesIndex(
  client: OpenSearchClient,
  companies: AsyncIterable<IndexableCompany>,
  shards: number,
) {
  await client.indices.create(
    {
      index: NAMES_INDEX,
      body: {
        settings: {
          index: {
            number_of_shards: shards,
            number_of_replicas: 0,
            refresh_interval: '-1',
            sort: { field: ['rank', 'id'], order: ['asc', 'asc'] },
          },
        },
        mappings: {
          dynamic: 'strict',
          _source: { enabled: false },
          properties: {
            id: { type: 'keyword', index: false },
            rank: { type: 'long' },
            name: { type: 'text', analyzer: 'whitespace', norms: false, store: true },
          },
        },
      },
    },
    SLOW,
  )
  async function* documents() {
    for await (const company of companies) {
      yield { id: company.id, rank: rankOf(company), name: charactersOf(searchKey(company.name)) }
    }
  }
  await client.helpers.bulk({
    datasource: documents(),
    onDocument: ({ id }) => ({ index: { _index: NAMES_INDEX, _id: id } }),
    refreshOnCompletion: NAMES_INDEX,
  })
}

/** The first companies in rank order whose names contain every term. */
export const findNames = (client: OpenSearchClient, terms: readonly string[], limit: number) =>
  client.search({
    index: NAMES_INDEX,
    body: {
      query: { bool: { filter: terms.map((term) => ({ match_phrase: { name: charactersOf(term) } })) } },
      size: limit,
      sort: ['rank', 'id'],
      _source: false,
      stored_fields: ['name'],
      track_total_hits: false,
    },
  })
