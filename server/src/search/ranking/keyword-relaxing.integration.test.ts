import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { frameKeyword, keywordFrames } from '../../../test/relevance/keyword-frames.ts'
import type { StoreSearch } from '../../../test/relevance/store-search.ts'
import { openStarterSearch } from '../../../test/search/starter-store.ts'

/** Fixed, so that a failure repeats. */
const SEED = 20261126
const QUERIES = 60
/** Percent of the queries of a frame whose first hit must be right. */
const FIRST = 98

let starter: StoreSearch
/** In an order that does not depend on their ids, which are random. */
let companies: StoreSearch['companies']

beforeAll(async () => {
  starter = await openStarterSearch()
  companies = starter.companies.toSorted((a, b) => (a.name < b.name ? -1 : 1))
})
afterAll(() => starter.close())

const find = (keyword: string) =>
  starter.search.search({ keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false })
const companyOf = (id: string | undefined) => starter.companies.find((company) => company.id === id)

const parts = ['development', 'held'] as const

describe.each(parts)('frames, %s', (part) => {
  test.each(keywordFrames.frames[part])('%s finds the company of the name or code first', async (frame) => {
    const random = seededRandom(SEED)
    const misses: [string, string | undefined][] = []
    let asked = 0
    while (asked < QUERIES) {
      const drawn = frameKeyword(frame, random.pick(companies))
      if (drawn === null) continue
      asked += 1
      const first = companyOf((await find(drawn.keyword)).hits[0]?.companyId)
      if (first === undefined || !drawn.isRelevant(first)) misses.push([drawn.keyword, first?.name])
    }
    expect(100 - (misses.length / asked) * 100, JSON.stringify(misses)).toBeGreaterThanOrEqual(FIRST)
  })

  test.each(keywordFrames.cases[part])('$keyword finds $name first', async ({ keyword, name }) => {
    const { hits } = await find(keyword)
    expect(companyOf(hits[0]?.companyId)?.name).toBe(name)
    expect((await starter.search.suggest(keyword, 3))[0]).toEqual(hits[0])
  })

  test.each(keywordFrames.nothing[part])('%s names no company of the set and finds none', async (keyword) => {
    const { hits, usedKeyword } = await find(keyword)
    expect([usedKeyword, ...hits.map(({ companyId }) => companyOf(companyId)?.name)]).toEqual([undefined])
  })
})

test('the answer names the part of the keyword that it used', async () => {
  expect((await find('腾讯公司')).usedKeyword).toBe('腾讯')
  expect((await find('$芯能科技(SH603105)$')).usedKeyword).toBe('SH603105')
  expect((await find('腾讯')).usedKeyword).toBeUndefined()
  expect((await find('比亚迪股份有限公司')).usedKeyword).toBeUndefined()
})
