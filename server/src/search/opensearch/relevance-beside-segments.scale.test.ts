import { rm } from 'node:fs/promises'
import {
  ageBandKeys,
  capitalBandKeys,
  companyTypeKeys,
  listingFilterKeys,
  searchRangeKeys,
  searchSortKeys,
} from '@baiqicha/contract/search-vocabulary'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { type SeededRandom, seededRandom } from '../../../test/builders/seeded-random.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { knownCompanies, knownFrom } from '../../../test/relevance/facts.ts'
import { kinds } from '../../../test/relevance/kinds.ts'
import { measureRelevance } from '../../../test/relevance/measure.ts'
import { makeIndexDirectory, openSearchOver } from '../../../test/search/company-search.local.ts'
import { fillOpenSearchIndex, openOpenSearchOver } from '../../../test/search/company-search.opensearch.ts'
import { copyStarterStore } from '../../../test/search/starter-store.ts'
import { systemClock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { createCompanySource } from '../../features/company/company-source.repository.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { type CompanyFilters, type CompanyQuery, type CompanySearch, SearchUnavailable } from '../company-search.ts'
import type { EmbeddedCompanySearch } from '../embedded-company-search.ts'
import { connectOpenSearch } from './client.ts'

/** Queries of every kind, drawn from the facts of companies. */
function createQueryDraw(companies: readonly IndexableCompany[], random: SeededRandom) {
  const known = knownCompanies(companies.map(knownFrom))
  const byId = new Map(companies.map((company) => [company.id, company]))

  function partOf(text: string, shortest: number, longest: number): string {
    const from = random.below(Math.max(1, text.length - shortest))
    return text.slice(from, from + shortest + random.below(longest - shortest + 1))
  }

  const draws: ((company: IndexableCompany) => string | undefined)[] = [
    ({ name }) => partOf(name, 1, 6),
    ({ name }) => partOf(name, 2, 3),
    ({ name }) => `甲方：${name}（以下简称甲方）`,
    ({ name }) => `${partOf(name, 2, 4)} ${partOf(name, 2, 3)}`,
    ({ name, legalRepresentative }) => `${partOf(name, 2, 3)} ${legalRepresentative ?? ''}`,
    ({ legalRepresentative, members }) => random.pick([legalRepresentative ?? '', ...members]),
    ({ scope }) => partOf(scope ?? '', 2, 5),
    ({ address }) => partOf(address ?? '', 2, 6),
    ({ regionName, name }) => `${partOf(regionName ?? '', 2, 3)}${partOf(name, 2, 4)}`,
    ({ phones }) => phones[0],
    ({ creditCode, stockCodes }) => random.pick([creditCode ?? '', ...stockCodes]).slice(0, 2 + random.below(17)),
    ({ name }) => partOf(name, 3, 8).split('').toReversed().join(''),
    ({ englishNames }) => partOf(englishNames[0] ?? '', 2, 9),
  ]

  function drawKeyword(): string {
    const company = random.pick(known.companies)
    const whole = byId.get(company.id)
    if (random.below(2) === 0 && whole !== undefined) return random.pick(draws)(whole)?.trim() ?? ''
    const draw = random.pick(kinds).draw(company, random, known)
    return draw === null || draw === 'asTyped' ? '' : draw.keyword
  }

  /** Conditions that one of the companies meets, and some that few do. */
  function drawFilters(): CompanyFilters {
    const { regionCode, industrySection, industryCode, type } = random.pick(companies)
    const day = `${1990 + random.below(30)}-0${1 + random.below(9)}-15`
    const conditions: CompanyFilters[] = [
      { region: (regionCode ?? '99').slice(0, random.pick([2, 4, 6])) },
      { industry: random.pick([industrySection ?? 'C', industryCode?.slice(0, 2) ?? '65']) },
      { status: random.pick(['存续', '注销']) },
      { activeOrUnstated: true },
      { capital: random.pick(capitalBandKeys) },
      { age: random.pick(ageBandKeys) },
      { listed: random.pick(listingFilterKeys) },
      { type: type ?? random.pick(companyTypeKeys) },
      { contact: random.pick(['mobile', 'landline', 'email']) },
      { risk: random.pick(['dishonestExecutor', 'businessRisk', 'punishment', 'none']) },
      {
        foundedBetween: random.pick([
          { from: day, to: null },
          { from: null, to: day },
        ]),
      },
      { capitalBetween: { least: random.below(9000), most: null, excludesLeast: true, excludesMost: false } },
      { population: random.pick(['real', 'demo']) },
    ]
    return random.below(2) === 0 ? {} : { ...random.pick(conditions), ...random.pick(conditions) }
  }

  return {
    drawKeyword,
    drawFilters,
    drawQuery: (): CompanyQuery => {
      const range = random.below(4) === 0 ? random.pick([...searchRangeKeys, 'companyFacts' as const]) : undefined
      return buildQuery(random.below(20) === 0 ? null : drawKeyword(), {
        filters: drawFilters(),
        sort: random.below(4) === 0 ? random.pick(searchSortKeys) : 'relevance',
        exact: random.below(4) === 0,
        offset: random.pick([0, 0, 0, 20, 100]),
        limit: random.pick([3, 20, 20, 50]),
        ...(range !== undefined && { within: range }),
      })
    },
  }
}

/** The companies of the first start with demonstration data, as its index reads them. */
async function loadStarterCompanies(): Promise<IndexableCompany[]> {
  const dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  try {
    const reference = loadReferenceData({ demo: true })
    const source = createCompanySource({ db: database.db, clock: systemClock, reference, includeDemo: true })
    const companies: IndexableCompany[] = []
    for await (const company of source.companies()) companies.push(company)
    return companies
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** OpenSearch beside segments over the companies of the first start. */

const NOW = Date.UTC(2026, 5, 30)
const SEED = Number(process.env['SEED'] ?? 20261124)
const PER_KIND = 100
/** Percentage points. */
const MOST_BELOW = 2
const FILTERS = 100
/** Milliseconds for thousands of queries on a busy machine. */
const PATIENCE = 900_000

vi.setConfig({ testTimeout: PATIENCE })

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
async function patiently<T>(query: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await query()
  } catch (error) {
    if (!(error instanceof SearchUnavailable) || attempts === 1) throw error
    return patiently(query, attempts - 1)
  }
}

const least = (ours: number | undefined) => (ours ?? 0) - MOST_BELOW

test('is at most two points less relevant for each kind of query', async () => {
  const patient: CompanySearch = { ...opensearch, search: (query) => patiently(() => opensearch.search(query)) }
  const measured = {
    companies: companies.map(knownFrom),
    population: 'starter',
    seed: SEED,
    perKind: PER_KIND,
  } as const
  const ours = await measureRelevance({ ...measured, search: embedded })
  const theirs = await measureRelevance({ ...measured, search: patient })
  const below = theirs.flatMap(({ kind, first, firstThree, misses }, at) => {
    const isLess = first < least(ours[at]?.first) || firstThree < least(ours[at]?.firstThree)
    return isLess ? [{ kind, first, firstThree, ours: ours[at], misses }] : []
  })
  expect(below).toEqual([])
})

/** The lists and counts of these filters, which no ranking decides. */
async function expectSameLists(search: CompanySearch) {
  const { drawFilters } = createQueryDraw(companies, seededRandom(SEED + 2))
  const random = seededRandom(SEED + 3)
  for (let drawn = 0; drawn < FILTERS; drawn += 1) {
    const list = { keyword: null, filters: drawFilters(), sort: random.pick(searchSortKeys), limit: 20 }
    const page = { ...list, offset: 20 * random.below(3), exact: false }
    const groups = [{ region: '44' }, { status: '存续' as const }, { industry: 'C' }]
    const count = { ...list, groups, budgetMs: 60_000 }
    const [ours, theirs] = [await embedded.search(page), await patiently(() => search.search(page))]
    expect(theirs, JSON.stringify(page)).toEqual(ours)
    expect(await patiently(() => search.count(count)), JSON.stringify(count)).toEqual(await embedded.count(count))
  }
}

test('gives the same lists, totals and counts for filters', () => expectSameLists(opensearch))

test('gives the same total for a whole name, a code and a part of a name', async () => {
  const random = seededRandom(SEED + 4)
  for (let drawn = 0; drawn < FILTERS; drawn += 1) {
    const { name, stockCodes } = random.pick(companies)
    const keyword = random.pick([name, name.slice(0, 4), name.slice(-6), ...stockCodes])
    const page = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 20, exact: true } as const
    const [ours, theirs] = [await embedded.search(page), await patiently(() => opensearch.search(page))]
    expect([theirs.total, theirs.totalCapped], keyword).toEqual([ours.total, ours.totalCapped])
  }
})

test('gives the same lists from three shards', async () => {
  const spread = await fillOpenSearchIndex(client, companies, 3)
  const other = await openOpenSearchOver(
    client,
    async () => spread.state,
    () => NOW,
  )
  await expectSameLists(other)
  await other.close()
  await spread.remove()
})

/** The last test: the companies stay changed. */
test('gives the same lists after companies have changed and ended', async () => {
  const random = seededRandom(SEED + 5)
  const drawn = [...new Set(Array.from({ length: 300 }, () => random.pick(companies)))]
  const deleted = drawn.slice(0, 100).map(({ id }) => id)
  const written = drawn.slice(100).map((company, at) => ({ ...company, name: `演示更名${at}有限公司`, prominence: at }))
  for (const id of deleted) records.remove(id)
  for (const company of written) records.put(company)
  await embedded.refresh()
  await filled.change(written, deleted)
  await expectSameLists(opensearch)
})
