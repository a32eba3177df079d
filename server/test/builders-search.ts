import type { IndexableCompany } from '../src/domain/indexable-company.ts'
import type { CompanyQuery } from '../src/indexing/company-search.ts'
import type { CompanySource } from '../src/indexing/sqlite-company-search.ts'

let built = 0

/** A live, unlisted, fictional company with a name and nothing else to be found by; ids count up. */
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
    isDemo: false,
    prominence: 600,
    ...deviation,
  }
}

/** The first twenty answers by relevance. */
export const buildQuery = (keyword: string, deviation: Partial<CompanyQuery> = {}): CompanyQuery => ({
  keyword,
  filters: {},
  sort: 'relevance',
  offset: 0,
  limit: 20,
  exact: false,
  ...deviation,
})

/** Companies that stay as they are. */
export const buildSource = (companies: readonly IndexableCompany[], revision = '1'): CompanySource => ({
  revision: () => Promise.resolve(revision),
  async *companies() {
    yield* companies
  },
})
