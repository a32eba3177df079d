import { type CompanyHit, type CompanySearch, SearchUnavailable } from '../src/indexing/company-search.ts'

type FakeState = 'ready' | 'preparing' | 'overloaded' | 'hanging'

/** An index that knows a few names and can be put into each state the real one may be in. */
export class FakeCompanySearch implements CompanySearch {
  condition: FakeState = 'ready'
  readonly names = new Map<string, string>()

  async #hits(keyword: string): Promise<CompanyHit[]> {
    if (this.condition === 'hanging') return new Promise(() => {})
    if (this.condition !== 'ready') throw new SearchUnavailable(this.condition, 3)
    return [...this.names]
      .filter(([, name]) => name.includes(keyword))
      .map(([companyId, name]) => {
        const start = name.indexOf(keyword)
        return {
          companyId,
          matchReason: { field: 'name', text: name },
          hitRanges: [[start, start + keyword.length]],
        } satisfies CompanyHit
      })
  }

  async search({ keyword, offset, limit }: { keyword: string; offset: number; limit: number }) {
    const hits = await this.#hits(keyword)
    return { hits: hits.slice(offset, offset + limit), total: hits.length, totalCapped: false }
  }

  async suggest(keyword: string, limit: number) {
    return (await this.#hits(keyword)).slice(0, limit)
  }

  state() {
    const ready = this.condition === 'ready'
    return { ready, companies: this.names.size, layers: 1, builtAt: null, version: null, lagSeconds: 0, waiting: 0 }
  }

  async close() {}
}
