import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import type { CompanyQuery } from '../../src/search/company-search.ts'
import { type CompanyChange, type CompanySource, type IdRange, isSameChange } from '../../src/search/company-source.ts'

let built = 0

/** A live, unlisted, real company with a name and no other searchable fact. Ids ascend. */
export function buildIndexableCompany(deviation: Partial<IndexableCompany> = {}): IndexableCompany {
  built += 1
  return {
    id: `c-search-${String(built).padStart(6, '0')}`,
    name: `演示第${built}贸易有限公司`,
    formerNames: [],
    shortNames: [],
    formerShortNames: [],
    englishNames: [],
    aliases: [],
    stockCodes: [],
    creditCode: null,
    registrationNumber: null,
    legalRepresentative: null,
    status: '存续',
    regionCode: null,
    regionName: null,
    industryCode: null,
    industrySection: null,
    capital: null,
    foundedOn: null,
    isListed: false,
    type: null,
    scope: null,
    address: null,
    phones: [],
    website: null,
    contacts: [],
    employees: null,
    revenue: null,
    revenueYear: null,
    lists: [],
    boards: [],
    listedOn: null,
    isDemo: false,
    risks: [],
    members: [],
    prominence: 600,
    ...deviation,
  }
}

/** The first twenty hits by relevance. */
export const buildQuery = (keyword: string | null, deviation: Partial<CompanyQuery> = {}): CompanyQuery => ({
  keyword,
  filters: {},
  sort: 'relevance',
  offset: 0,
  limit: 20,
  exact: false,
  ...deviation,
})

const isIdList = (which: readonly string[] | IdRange | undefined): which is readonly string[] => Array.isArray(which)

/** Records in memory that can change, with the change table of a real store. */
export class TestRecords implements CompanySource {
  readonly scope = 'test'
  /** Number of reads of all companies. */
  fullReads = 0
  /** Awaited before companies are read. */
  gate: (ids?: readonly string[]) => Promise<void> = () => Promise.resolve()
  changes: CompanyChange[] = []
  readonly #byId = new Map<string, IndexableCompany>()
  #seq = 0

  constructor(companies: readonly IndexableCompany[] = []) {
    for (const company of companies) this.put(company)
  }

  all() {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }

  put(company: IndexableCompany, at = 1000) {
    this.#byId.set(company.id, company)
    this.#change(company.id, at)
  }

  remove(id: string, at = 1000) {
    this.#byId.delete(id)
    this.#change(id, at)
  }

  #change(companyId: string, at: number) {
    this.#seq += 1
    this.changes.push({ seq: this.#seq, companyId, at })
  }

  async lastChange() {
    return this.changes.at(-1) ?? null
  }

  async changesAfter(after: CompanyChange, upTo: number, limit: number) {
    const at = this.changes.findIndex((change) => isSameChange(change, after))
    const later = this.changes.slice(at + 1).filter(({ seq }) => seq <= upTo)
    return at < 0 ? null : later.slice(0, limit)
  }

  async *companies(which?: readonly string[] | IdRange) {
    const [ids, range] = isIdList(which) ? [which, {}] : [undefined, which ?? {}]
    if (ids === undefined) this.fullReads += 1
    await this.gate(ids)
    const { from = '', before = '\uffff' } = range
    for (const company of this.all()) {
      const isWanted = ids === undefined ? company.id >= from && company.id < before : ids.includes(company.id)
      if (isWanted) yield company
    }
  }

  async hasMoreThan(count: number) {
    return this.#byId.size > count
  }

  async pruneChanges(before: number, from: number) {
    this.changes = this.changes.filter(({ seq, at }) => at >= before || seq >= from)
  }
}
