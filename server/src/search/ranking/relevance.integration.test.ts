import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../../test/relevance/kinds.ts'
import { type KindResult, measureRelevance } from '../../../test/relevance/measure.ts'
import { openStarterSearch, type StarterSearch } from '../../../test/relevance/starter-search.ts'

/** Fixed here; `npm run bench:relevance` draws a new seed on each run. */
const SEED = 20261120

let starter: StarterSearch
let results: KindResult[]

beforeAll(async () => {
  starter = await openStarterSearch()
  results = await measureRelevance({ ...starter, seed: SEED, perKind: 120 })
})
afterAll(() => starter.close())

test.each(kinds.map(({ name, target }) => ({ name, ...target })))(
  '$name: $first percent of first hits and $firstThree percent of the first three are right',
  ({ name, first, firstThree }) => {
    const result = results.find(({ kind }) => kind === name)
    expect(result?.queries).toBeGreaterThanOrEqual(100)
    expect(result?.first, result?.misses.join('\n')).toBeGreaterThanOrEqual(first)
    expect(result?.firstThree, result?.misses.join('\n')).toBeGreaterThanOrEqual(firstThree)
  },
)

test.each([
  ['比亚迪', '比亚迪股份有限公司', 'name'],
  ['byd', '比亚迪股份有限公司', 'englishName'],
  ['002594', '比亚迪股份有限公司', 'stockCode'],
  ['比亚笛', '比亚迪股份有限公司', 'fuzzy'],
  ['biyadi', '比亚迪股份有限公司', 'pinyin'],
  ['比亞迪 深圳', '比亚迪股份有限公司', 'name'],
  ['万科', '万科企业股份有限公司', 'shortName'],
])('%s finds %s by %s', async (keyword, name, field) => {
  const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false } as const
  const { hits } = await starter.search.search(query)
  expect(starter.companies.find(({ id }) => id === hits[0]?.companyId)?.name).toBe(name)
  expect(hits[0]?.matchReason.field).toBe(field)
})

test.each(['华为', '安全帽'])(
  'returns no hits and no correction for %s, which is not in the starter set',
  async (keyword) => {
    const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false } as const
    expect(await starter.search.search(query)).toEqual({ hits: [], total: 0, totalCapped: false })
  },
)
