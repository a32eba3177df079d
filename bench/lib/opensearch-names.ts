import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../../server/src/domain/names/company-name.ts'
import { rankOf } from '../../server/src/search/analysis/static-rank.ts'
import type { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'

type Client = ReturnType<typeof connectOpenSearch>

/**
 * Names alone, as one would search them in OpenSearch without ranking tiers: characters as tokens with positions, the
 * index in rank order. What a search in OpenSearch costs at least.
 */
export const NAMES_INDEX = 'bench-names'

const BATCH = 5000
const SLOW = { requestTimeout: 600_000, maxRetries: 0 }

const charactersOf = (text: string) => Array.from(text).join(' ')

export async function fillNamesIndex(client: Client, companies: AsyncIterable<IndexableCompany>, shards: number) {
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
  let lines: object[] = []
  const send = async () => {
    if (lines.length > 0) await client.bulk({ index: NAMES_INDEX, body: lines }, SLOW)
    lines = []
  }
  for await (const company of companies) {
    const document = { id: company.id, rank: rankOf(company), name: charactersOf(searchKey(company.name)) }
    lines.push({ index: { _id: company.id } }, document)
    if (lines.length >= 2 * BATCH) await send()
  }
  await send()
  await client.indices.refresh({ index: NAMES_INDEX }, SLOW)
}

/** Names of the first companies in rank order that contain every term. */
export async function findNames(client: Client, terms: readonly string[], limit: number): Promise<string[]> {
  const { body } = await client.search({
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
  return body.hits.hits.map(({ fields }) => String(fields?.['name']).replaceAll(' ', ''))
}

/** Bytes of an index on disk. */
export async function bytesOf(client: Client, index: string): Promise<number> {
  const { body } = await client.indices.stats({ index }, SLOW)
  return body._all.primaries?.store?.size_in_bytes ?? 0
}
