import type { Traces } from '../platform/traces/traces.ts'
import type { CompanySearch } from '../search/company-search.ts'

const options = (kind: string) => ({ name: `search ${kind}`, attributes: { 'search.kind': kind } })

/** Search whose queries are spans of the current request: the kind of query and the number of hits, never the keyword. */
export function traceSearch(index: CompanySearch, traces: Pick<Traces, 'measure'>): CompanySearch {
  return {
    search: (query) =>
      traces.measure(
        options('search'),
        () => index.search(query),
        ({ hits }) => ({ 'search.hits': hits.length }),
      ),
    suggest: (keyword, limit) =>
      traces.measure(
        options('suggest'),
        () => index.suggest(keyword, limit),
        (hits) => ({ 'search.hits': hits.length }),
      ),
    count: (query) =>
      traces.measure(
        options('count'),
        () => index.count(query),
        ({ hits }) => ({ 'search.hits': hits.length }),
      ),
    state: () => index.state(),
    close: () => index.close(),
  }
}
