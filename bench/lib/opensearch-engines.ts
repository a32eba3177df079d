import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../server/src/domain/clock.ts'
import type { IndexableCompany } from '../../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../../server/src/domain/names/company-name.ts'
import { loadPronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { rankOf } from '../../server/src/search/analysis/static-rank.ts'
import type { CompanySource } from '../../server/src/search/company-source.ts'
import { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'
import { INDEX_FORMAT, SEARCH_ALIAS, shardsFor } from '../../server/src/search/opensearch/index-mapping.ts'
import { readIndexState } from '../../server/src/search/opensearch/index-state.ts'
import { openOpenSearchCompanySearch } from '../../server/src/search/opensearch/opensearch-company-search.ts'
import { startOpenSearchIndexing } from '../../server/src/search/opensearch/opensearch-indexing.ts'
import { startOpenSearch } from '../../tools/lib/opensearch.mjs'
import { type CompanyOrigin, companiesOf } from './generated-companies.ts'
import { type Engine, enginesOver, TOP } from './search-engines.ts'
import { openCachedStore } from './stores.ts'
import { timed } from './timing.ts'

/** Identity of the indices of the bench. */
const benchOrigin = { scope: 'bench', store: 'bench' }

/** Leaves most of a small machine's memory to the file cache, from which queries read. */
const heapOf = (nodes: number) => (nodes === 1 ? '2g' : '1g')

type StoreRequest = { name: string; origin: CompanyOrigin; state: string; companies: number; nodes: number }

/** The engines over one OpenSearch, whose indices are filled once and kept: names alone, and our adapter. */
export async function openOpenSearchEngines(request: StoreRequest) {
  const { name, origin, state, companies, nodes } = request
  const start = (folder: string) =>
    startOpenSearch({ nodes, heap: heapOf(nodes), dataFolder: path.join(folder, 'data') })
  const folder = await openCachedStore({
    name: `opensearch-${name}-${companies}-${nodes}-nodes`,
    madeFrom: JSON.stringify({ origin, state, INDEX_FORMAT, nodes }),
    gibibytes: Math.ceil((companies / 1e6) * 5),
    build: async (target) => {
      mkdirSync(path.join(target, 'data'))
      const filled = await start(target)
      const seconds = await fill(filled.url, request).finally(() => filled.stop())
      writeFileSync(path.join(target, 'seconds.json'), JSON.stringify(seconds))
    },
  })
  const server = await start(folder)
  const client = connectOpenSearch({ url: server.urls.join(',') })
  const search = openOpenSearchCompanySearch({
    client,
    readState: () => readIndexState(client, benchOrigin),
    lagSeconds: () => 0,
    clock: systemClock,
    log: { error: console.log },
    outage: { failed: console.log, worked: () => {} },
  })
  await search.whenReady()
  const names: Engine = {
    name: 'OpenSearch, names only',
    answer: ({ terms }) => findNames(client, terms ?? [], TOP),
    namesOnly: true,
  }
  const { first, page } = enginesOver('OpenSearch', search)
  const bytesOf = async (index: string) =>
    (await client.indices.stats({ index })).body._all.primaries?.store?.size_in_bytes ?? 0
  return {
    search,
    names,
    page,
    /** That our adapter took to fill its index. */
    seconds: Number(readFileSync(path.join(folder, 'seconds.json'), 'utf8')),
    engines: [names, first, page],
    bytes: { OpenSearch: await bytesOf(SEARCH_ALIAS), 'OpenSearch, names only': await bytesOf(NAMES_INDEX) },
    async close() {
      await search.close()
      await client.close()
      await server.stop()
    },
  }
}

export type OpenSearchEngines = Awaited<ReturnType<typeof openOpenSearchEngines>>

/** @returns the seconds that our adapter took */
async function fill(url: string, { origin, companies, nodes }: StoreRequest): Promise<number> {
  const client = connectOpenSearch({ url, requestTimeout: 600_000 })
  // Every node has a shard.
  const shards = Math.max(nodes, shardsFor({ shards: null, replicas: 0, refreshSeconds: 1 }, companies))
  try {
    const took = await timed(() => fillCompanies(client, origin, shards))
    await fillNamesIndex(client, companiesOf(origin), shards)
    await client.indices.flush({ index: '*' })
    return took / 1_000
  } finally {
    await client.close()
  }
}

/** As the leader of a server fills an index. */
async function fillCompanies(client: OpenSearchClient, origin: CompanyOrigin, shards: number) {
  const source: CompanySource = {
    scope: benchOrigin.scope,
    lastChange: async () => null,
    changesAfter: async () => [],
    hasMoreThan: async () => false,
    companies: () => companiesOf(origin),
    pruneChanges: async () => {},
  }
  const indexing = startOpenSearchIndexing({
    client,
    source,
    lease: { renew: async () => true, token: () => 1, release: async () => {} },
    origin: benchOrigin,
    settings: { shards, replicas: 0, refreshSeconds: 1 },
    estimateCompanies: async () => 0,
    pronunciation: loadPronunciation(),
    clock: systemClock,
    log: { info: () => {}, warn: console.log, error: console.log },
    pollEveryMs: Number.POSITIVE_INFINITY,
  })
  await indexing.refresh().finally(() => indexing.close())
}

type OpenSearchClient = ReturnType<typeof connectOpenSearch>

/**
 * Names alone, as one would search them in OpenSearch without ranking tiers: characters as tokens with positions, the
 * index in rank order. What a search in OpenSearch costs at least.
 */
const NAMES_INDEX = 'bench-names'

const SLOW = { requestTimeout: 600_000, maxRetries: 0 }

const charactersOf = (text: string) => Array.from(text).join(' ')

async function fillNamesIndex(client: OpenSearchClient, companies: AsyncIterable<IndexableCompany>, shards: number) {
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
const findNames = (client: OpenSearchClient, terms: readonly string[], limit: number) =>
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
