import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import {
  calledNames,
  type KnownCompany,
  plainShortName,
  sameName,
  spokenName,
  withoutPlaces,
} from '../../../test/relevance/facts.ts'
import type { StoreSearch } from '../../../test/relevance/store-search.ts'
import { openStarterSearch } from '../../../test/search/starter-store.ts'

/** How people write a company: `{name}` is a short name, `{core}` a full name without its legal form. */
type Frames = {
  frames: Parts<string>
  cases: Parts<{ keyword: string; name: string }>
  /** Texts about companies that the starter set does not have, or about none. */
  nothing: Parts<string>
}
/** `held` was written before the code, and the code was not adapted to it. */
type Parts<T> = { development: T[]; held: T[] }

const keywordFrames: Frames = JSON.parse(
  readFileSync(new URL('../../../test/relevance/keyword-frames.json', import.meta.url), 'utf8'),
)

const exchangeOf = (code: string) => (/^(?:4|8|92)/.test(code) ? 'BJ' : /^[569]/.test(code) ? 'SH' : 'SZ')

/** The frame around a listed company, and whether a company is a right hit; null when the company has no such fact. */
function frameKeyword(frame: string, { name, shortNames, stockCodes }: KnownCompany) {
  const [shortName] = shortNames
  const [code] = stockCodes
  if (shortName === undefined || code === undefined) return null
  const short = plainShortName(shortName)
  const core = spokenName(name)
  const wanted = frame.includes('{core}') ? core : short
  const keyword = frame
    .replace('{name}', short)
    .replace('{core}', core)
    .replace('{code}', code)
    .replace('{exchange}', exchangeOf(code))
  // 恒信集团公司 means 恒信集团 as well as 恒信, 中煤能源集团 means 中国中煤能源集团, and a place may be left out.
  const meant = [wanted, `${wanted}集团`, `中国${wanted}`, `${wanted}股份`, withoutPlaces(wanted)]
  return {
    keyword,
    isRelevant: (other: KnownCompany) =>
      frame.includes('{code}')
        ? other.stockCodes.includes(code)
        : calledNames(other).some((called) => meant.some((one) => sameName(called, one))),
  }
}

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
