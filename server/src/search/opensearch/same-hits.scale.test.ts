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
import { type CompanyHits, type CompanySearch, SearchUnavailable } from '../company-search.ts'
import type { EmbeddedCompanySearch } from '../embedded-company-search.ts'
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
const QUERIES = 4000
/** Queries that run at the same time. */
const TOGETHER = 8

let companies: IndexableCompany[]
let records: TestRecords
let embedded: EmbeddedCompanySearch
let filled: Awaited<ReturnType<typeof fillOpenSearchIndex>>
let client: ReturnType<typeof connectOpenSearch>
let opensearch: CompanySearch
const closings: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { url } = await takeOpenSearch()
  client = connectOpenSearch({ url })
  companies = await loadStarterCompanies()
  const { directory, remove } = await makeIndexDirectory()
  records = new TestRecords(companies)
  embedded = openSearchOver({ directory, source: records, now: () => NOW })
  await embedded.refresh()
  filled = await fillOpenSearchIndex(client, companies)
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

/** A machine that is busy with other tests may need longer than a query may take. */
async function patiently<T>(ask: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SearchUnavailable) || attempts === 1) throw error
    return patiently(ask, attempts - 1)
  }
}

const isWhole = ({ tooBroad }: CompanyHits) => tooBroad !== true

/** Runs the same on both engines and collects what differs where the answer of a segment is whole. */
async function differencesOf<Q, A>(
  queries: readonly Q[],
  ask: (search: CompanySearch, query: Q) => Promise<A>,
  isComparable: (ours: A) => boolean = () => true,
  other = opensearch,
): Promise<string[]> {
  const differences: string[] = []
  for (let from = 0; from < queries.length; from += TOGETHER) {
    const compare = async (query: Q) => {
      const [ours, theirs] = await Promise.all([ask(embedded, query), patiently(() => ask(other, query))])
      const [expected, actual] = [JSON.stringify(ours), JSON.stringify(theirs)]
      if (expected !== actual && isComparable(ours))
        differences.push(`${JSON.stringify(query)}\n${expected}\n${actual}`)
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
    isWhole,
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
  const queries = Array.from({ length: QUERIES / 20 }, () => ({
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

test('gives the same hits from three shards', async () => {
  const spread = await fillOpenSearchIndex(client, companies, 3)
  const other = await openOpenSearchOver(
    client,
    async () => spread.state,
    () => NOW,
  )
  const { drawQuery } = createQueryDraw(companies, seededRandom(SEED + 5))
  const queries = Array.from({ length: QUERIES / 8 }, drawQuery)
  expect(await differencesOf(queries, (search, query) => search.search(query), isWhole, other)).toEqual([])
  await other.close()
  await spread.remove()
})

/** The last test: the companies stay changed. */
test('gives the same hits after companies have changed and ended', async () => {
  const random = seededRandom(SEED + 4)
  const drawn = [...new Set(Array.from({ length: 300 }, () => random.pick(companies)))]
  const deleted = drawn.slice(0, 100).map(({ id }) => id)
  const written = drawn.slice(100).map((company, at) => ({ ...company, name: `演示更名${at}有限公司`, prominence: at }))
  for (const id of deleted) records.remove(id)
  for (const company of written) records.put(company)
  await embedded.refresh()
  await filled.change(written, deleted)
  const { drawQuery } = createQueryDraw([...companies, ...written], random)
  const queries = Array.from({ length: QUERIES / 8 }, drawQuery)
  expect(await differencesOf(queries, (search, query) => search.search(query), isWhole)).toEqual([])
})
