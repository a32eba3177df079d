import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestRecords } from '../../../test/builders/indexable-companies.ts'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { knownFrom } from '../../../test/relevance/known-companies.ts'
import { measureRelevance } from '../../../test/relevance/measure.ts'
import { makeIndexDirectory, openSearchOver } from '../../../test/search/company-search.local.ts'
import { fillOpenSearchIndex, openOpenSearchOver } from '../../../test/search/company-search.opensearch.ts'
import { createQueryDraw } from '../../../test/search/drawn-queries.ts'
import { loadStarterCompanies } from '../../../test/search/starter-companies.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { CompanySearch } from '../company-search.ts'
import { connectOpenSearch } from './client.ts'

/**
 * Both engines over the companies of the first start. What differs by intention:
 *
 * - A sort by date or amount that is too broad for a segment considers its best-ranked matches only. OpenSearch sorts
 *   all of them, unless it had to verify too many.
 * - A count that verifies more than 20,000 candidates returns no number, where a segment may still return one.
 */

const NOW = Date.UTC(2026, 5, 30)
const SEED = 20261124
const QUERIES = 2000
/** Queries that run at the same time. */
const TOGETHER = 8

let companies: IndexableCompany[]
let embedded: CompanySearch
let opensearch: CompanySearch
const closings: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { url } = await takeOpenSearch()
  const client = connectOpenSearch({ url })
  companies = await loadStarterCompanies()
  const { directory, remove } = await makeIndexDirectory()
  const records = new TestRecords(companies)
  const local = openSearchOver({ directory, source: records, now: () => NOW })
  await local.refresh()
  embedded = local
  const filled = await fillOpenSearchIndex(client, companies)
  opensearch = await openOpenSearchOver(
    client,
    async () => filled.state,
    () => NOW,
  )
  closings.push(
    () => opensearch.close(),
    () => filled.remove(),
    () => client.close(),
    () => embedded.close(),
    remove,
  )
})
afterAll(async () => {
  for (const close of closings) await close()
})

/** Runs the same on both engines and collects what differs where the answer of a segment is whole. */
async function differencesOf<Q, A>(
  queries: readonly Q[],
  ask: (search: CompanySearch, query: Q) => Promise<A>,
  isWhole: (ours: A) => boolean = () => true,
): Promise<string[]> {
  const differences: string[] = []
  for (let from = 0; from < queries.length; from += TOGETHER) {
    const compare = async (query: Q) => {
      const [ours, theirs] = await Promise.all([ask(embedded, query), ask(opensearch, query)])
      const [expected, actual] = [JSON.stringify(ours), JSON.stringify(theirs)]
      if (expected !== actual && isWhole(ours)) differences.push(`${JSON.stringify(query)}\n${expected}\n${actual}`)
    }
    await Promise.all(queries.slice(from, from + TOGETHER).map(compare))
  }
  return differences
}

test('gives the same hits in the same order, with the same totals, reasons and corrections', async () => {
  const { drawQuery } = createQueryDraw(companies, seededRandom(SEED))
  const differences = await differencesOf(
    Array.from({ length: QUERIES }, drawQuery),
    (search, query) => search.search(query),
    ({ tooBroad }) => tooBroad !== true,
  )
  expect(differences).toEqual([])
})

test('gives the same suggestions', async () => {
  const { drawKeyword } = createQueryDraw(companies, seededRandom(SEED + 1))
  const keywords = Array.from({ length: QUERIES / 3 }, drawKeyword)
  expect(await differencesOf(keywords, (search, keyword) => search.suggest(keyword, 10))).toEqual([])
})

test('gives the same counts', async () => {
  const { drawKeyword, drawFilters } = createQueryDraw(companies, seededRandom(SEED + 2))
  const random = seededRandom(SEED + 3)
  const queries = Array.from({ length: QUERIES / 10 }, () => ({
    keyword: random.below(3) === 0 ? drawKeyword() : null,
    filters: drawFilters(),
    sort: random.pick(['relevance', 'foundedOldest', 'capitalHighest'] as const),
    limit: 5,
    groups: [{ region: '44' }, { status: '存续' as const }, { industry: 'C' }],
    budgetMs: 60_000,
  }))
  expect(await differencesOf(queries, (search, query) => search.count(query))).toEqual([])
})

test('is as relevant', async () => {
  const known = companies.map(knownFrom)
  const measured = { companies: known, population: 'starter', seed: SEED, perKind: 30 } as const
  const [ours, theirs] = [
    await measureRelevance({ ...measured, search: embedded }),
    await measureRelevance({ ...measured, search: opensearch }),
  ]
  expect(theirs).toEqual(ours)
})
