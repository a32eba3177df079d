import { systemClock } from '../../server/src/domain/clock.ts'
import { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'
import { SEARCH_ALIAS } from '../../server/src/search/opensearch/index-mapping.ts'
import { readIndexState } from '../../server/src/search/opensearch/index-state.ts'
import { openOpenSearchCompanySearch } from '../../server/src/search/opensearch/opensearch-company-search.ts'
import { bytesOf, findNames, NAMES_INDEX } from './opensearch-names.ts'
import { benchOrigin, type OpenSearchStore } from './opensearch-store.ts'
import { type Engine, pageQuery, TOP } from './search-engines.ts'

/** Slower engines get fewer queries. */
const general = { queriesPerKind: Number.POSITIVE_INFINITY }

/** The engines over one OpenSearch: names alone, and our adapter. */
export async function openOpenSearchEngines({ server, figures }: OpenSearchStore) {
  const client = connectOpenSearch({ url: server.urls.join(',') })
  const search = openOpenSearchCompanySearch({
    client,
    readState: () => readIndexState(client, benchOrigin),
    lagSeconds: () => 0,
    clock: systemClock,
    log: { warn: console.log, error: console.log },
  })
  await search.whenReady()
  const first: Engine = {
    name: 'OpenSearch, first 20 rows',
    answer: (query) =>
      Object.keys(query.filters).length > 0 ? search.search(pageQuery(query)) : search.suggest(query.keyword, TOP),
    namesOnly: false,
    ...general,
  }
  const page: Engine = {
    name: 'OpenSearch, page with total',
    answer: (query) => search.search(pageQuery(query)),
    namesOnly: false,
    ...general,
  }
  const names: Engine = {
    name: 'OpenSearch, names only',
    answer: ({ terms }) => findNames(client, terms ?? [], TOP),
    namesOnly: true,
    ...general,
  }
  return {
    search,
    first,
    page,
    names,
    figures,
    bytes: { companies: await bytesOf(client, SEARCH_ALIAS), names: await bytesOf(client, NAMES_INDEX) },
    async close() {
      await search.close()
      await client.close()
      await server.stop()
    },
  }
}

export type OpenSearchEngines = Awaited<ReturnType<typeof openOpenSearchEngines>>
