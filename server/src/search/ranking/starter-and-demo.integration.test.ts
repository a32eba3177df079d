import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '../../../../data/read-table.ts'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { kinds } from '../../../test/relevance/kinds.ts'
import { knownCompanies } from '../../../test/relevance/known-companies.ts'
import { openStoreSearch, type StoreSearch } from '../../../test/relevance/store-search.ts'
import { copyStarterStore, openStarterSearch } from '../../../test/search/starter-store.ts'
import { systemClock } from '../../domain/clock.ts'
import { createCompanyImporter } from '../../importers/company/import-companies.ts'
import { loadCompanyMapping } from '../../importers/company/parse/company-row.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'

/** The first start with demonstration companies, then an operator's file of aliases. */

let dataDir: string
let store: StoreSearch

beforeAll(async () => {
  dataDir = await copyStarterStore({ demo: true })
  const database = openDatabase({ dataDir })
  const reference = loadReferenceData({ demo: true })
  const file = path.join(dataDir, 'aliases.csv')
  await writeFile(file, 'name,aliases\n宁德时代新能源科技股份有限公司,CATL;宁王\n')
  const importer = createCompanyImporter({ database, clock: systemClock, reference, hiddenNumbers: testHiddenNumbers })
  const mapping = loadCompanyMapping('canonical')
  await importer.run({ file, sourceId: 'acfic-list', mapping, rejectsFile: null, skipIfDone: false })
  await database.close()
  store = await openStoreSearch(dataDir, { demo: true })
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const firstResult = async (keyword: string) => {
  const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 1, exact: false } as const
  return (await store.search.search(query)).hits[0]
}
const nameOf = (id: string | undefined) => store.companies.find((company) => company.id === id)?.name

test('演示 finds a company with a readable name first', async () => {
  const name = nameOf((await firstResult('演示'))?.companyId) ?? ''
  expect(name).toMatch(/^.{2}演示/u)
  expect(name.length).toBeLessThan(20)
})

test.each(['CATL', 'catl', '宁王'])('%s finds the company that an aliases file gives it to', async (keyword) => {
  const hit = await firstResult(keyword)
  expect(nameOf(hit?.companyId)).toBe('宁德时代新能源科技股份有限公司')
  expect(hit?.matchReason.field).toBe('alias')
})

test('the first suggestion is the first result', async () => {
  const seed = Date.now() % 1_000_000_000
  const random = seededRandom(seed)
  const all = knownCompanies(store.companies)
  const keywords = new Set<string>()
  while (keywords.size < 2000) {
    const company = random.pick(store.companies)
    const draw = random.pick(kinds).draw(company, random, all)
    if (draw !== null && draw !== 'asTyped') keywords.add(draw.keyword)
    const from = random.below(company.name.length)
    keywords.add(company.name.slice(from, from + 1 + random.below(6)))
  }
  const differing: string[] = []
  for (const keyword of keywords) {
    const [suggestion] = await store.search.suggest(keyword, 10)
    if (suggestion?.companyId !== (await firstResult(keyword))?.companyId) differing.push(keyword)
  }
  expect(differing, `seed ${seed}`).toEqual([])
}, 60_000)

/** Every stock of the starter set, by short name and by code. */

const file = new URL('../../../../data/starter/companies.csv.gz', import.meta.url)
let starter: StoreSearch
let codeOf: Map<string, string | undefined>
let rows: { code: string; shortName: string }[]

beforeAll(async () => {
  starter = await openStarterSearch()
  rows = (await readTable(file.pathname)).map((row) => ({
    code: row['stock_code'] ?? '',
    shortName: row['short_name'] ?? '',
  }))
  codeOf = new Map(starter.companies.map(({ id, stockCodes }) => [id, stockCodes[0]]))
})
afterAll(() => starter.close())

/** The stock code of the first result. */
async function firstCode(keyword: string) {
  const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 1, exact: false } as const
  const [hit] = (await starter.search.search(query)).hits
  return codeOf.get(hit?.companyId ?? '')
}

describe('every listed company', () => {
  test('is in the store, each with its own code', () => {
    expect(rows).toHaveLength(5711)
    const stored = new Set(codeOf.values())
    expect(rows.filter(({ code }) => !stored.has(code))).toEqual([])
  })

  test('is found first by its code', async () => {
    const missing: string[] = []
    for (const { code, shortName } of rows) {
      const found = await firstCode(code)
      if (found !== code) missing.push(`${code} ${shortName} → ${found}`)
    }
    expect(missing).toEqual([])
  })

  test('is found first by its short name', async () => {
    const bearers = Map.groupBy(rows, ({ shortName }) => shortName)
    const missing: string[] = []
    for (const { shortName } of rows) {
      const found = await firstCode(shortName)
      if (!bearers.get(shortName)?.some(({ code }) => code === found)) missing.push(`${shortName} → ${found}`)
    }
    expect(missing).toEqual([])
  })
})
