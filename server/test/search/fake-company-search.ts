import {
  type CompanyHit,
  type CompanyQuery,
  type CompanySearch,
  type CountQuery,
  SearchUnavailable,
} from '../../src/search/company-search.ts'

type FakeState = 'ready' | 'preparing' | 'overloaded' | 'hanging'

/** A search over names in memory that can be put into every state of a real one. */
export class FakeCompanySearch implements CompanySearch {
  condition: FakeState = 'ready'
  readonly names = new Map<string, string>()
  /** Members by company id; a keyword matches a member as a whole. */
  readonly members = new Map<string, string>()
  /** Legal representatives by company id, found as members are. */
  readonly representatives = new Map<string, string>()
  /** The last query. Filters have no effect here: callers apply them again to the records. */
  lastQuery: CompanyQuery | null = null
  #hasBeenReady = false

  async #hits(keyword: string | null): Promise<CompanyHit[]> {
    if (this.condition === 'hanging') return new Promise(() => {})
    if (this.condition !== 'ready') throw new SearchUnavailable(this.condition, 3)
    const named = [...this.names]
      .filter(([, name]) => keyword === null || name.includes(keyword))
      .map(([companyId, name]) => {
        const start = keyword === null ? 0 : name.indexOf(keyword)
        return {
          companyId,
          matchReason: { field: 'name', text: name },
          hitRanges: keyword === null ? [] : [[start, start + keyword.length]],
        } satisfies CompanyHit
      })
    const byPerson = (field: 'member' | 'legalRepresentative', persons: ReadonlyMap<string, string>) =>
      [...persons]
        .filter(([, person]) => person === keyword)
        .map(([companyId, text]): CompanyHit => {
          return { companyId, matchReason: { field, text }, hitRanges: [[0, text.length]] }
        })
    return [...named, ...byPerson('member', this.members), ...byPerson('legalRepresentative', this.representatives)]
  }

  async search(query: CompanyQuery) {
    this.lastQuery = query
    const { keyword, offset, limit } = query
    const hits = await this.#hits(keyword)
    return { hits: hits.slice(offset, offset + limit), total: hits.length, totalCapped: false }
  }

  async suggest(keyword: string, limit: number) {
    return (await this.#hits(keyword)).slice(0, limit)
  }

  async count({ keyword, limit, groups }: CountQuery) {
    const hits = await this.#hits(keyword)
    return { total: hits.length, groups: groups.map(() => 0), hits: hits.slice(0, limit) }
  }

  state() {
    const ready = this.condition === 'ready'
    this.#hasBeenReady ||= ready
    return {
      ready,
      hasBeenReady: this.#hasBeenReady,
      companies: this.names.size,
      segments: 1,
      lagSeconds: 0,
      waiting: 0,
    }
  }

  async close() {}
}
