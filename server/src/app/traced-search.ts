import type { Traces } from '../platform/traces/traces.ts'
import type { CompanyHit, CompanySearch } from '../search/company-search.ts'

type Found = readonly CompanyHit[] | { hits: readonly CompanyHit[] }

/** Search whose queries are spans of the current request: the kind of query and the number of hits, never the keyword. */
export function traceSearch(index: CompanySearch, traces: Pick<Traces, 'measure'>): CompanySearch {
  const measure = <F extends Found>(kind: 'search' | 'suggest' | 'count', query: () => Promise<F>) =>
    traces.measure<F>(() => ({ name: `search ${kind}`, attributes: { 'search.kind': kind } }), query, hitsIn)
  return {
    search: (query) => measure('search', () => index.search(query)),
    suggest: (keyword, limit) => measure('suggest', () => index.suggest(keyword, limit)),
    count: (query) => measure('count', () => index.count(query)),
    state: () => index.state(),
    close: () => index.close(),
  }
}

const hitsIn = (found: Found) => ({ 'search.hits': 'hits' in found ? found.hits.length : found.length })
