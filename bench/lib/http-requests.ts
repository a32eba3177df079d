import { API_BASE, type RouteInput, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import type { LoadRequest } from './load.ts'
import type { Sample } from './sample.ts'
import { drawSearchQueries } from './search-queries.ts'

type Search = RouteInput<'companySearch'>

const COMPANIES = 2_000
const QUERIES_PER_KIND = 100
/** In no more than so many of the names that the sample holds. */
const RARE = 3

const shuffled = <T>(items: readonly T[], random: ReturnType<typeof seededRandom>) =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Ids of companies whose pages are opened. */
export function drawCompanies({ everyone }: Sample, seed: number): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: COMPANIES }, () => random.pick(everyone).id)
}

/** Searches of every kind there is, mixed. */
export function drawMixedSearches(sample: Sample, seed: number): Search[] {
  const drawn = [...drawSearchQueries(sample, seed, QUERIES_PER_KIND).values()].flat()
  return shuffled(drawn, seededRandom(seed)).map(({ keyword, filters }) => ({ keyword, ...filters }))
}

/** Keywords of one and two characters that hardly any name holds: the least an index can prepare for. */
export function drawRareSearches({ everyone }: Sample, seed: number): Search[] {
  const seen = new Map<string, number>()
  for (const { name } of everyone) {
    for (const character of new Set(name)) seen.set(character, (seen.get(character) ?? 0) + 1)
  }
  const rare = [...seen].filter(([one, names]) => names <= RARE && /\p{Script=Han}/u.test(one)).map(([one]) => one)
  const common = [...seen].filter(([one, names]) => names > RARE && /\p{Script=Han}/u.test(one)).map(([one]) => one)
  const random = seededRandom(seed)
  const keywords = rare.flatMap((one) => [
    one,
    one + random.pick(rare),
    one + random.pick(common),
    random.pick(common) + one,
  ])
  return shuffled(keywords, random).map((keyword) => ({ keyword }))
}

const pathOf = (key: 'companySearch' | 'companyDetail', input: Record<string, unknown>) =>
  `${API_BASE}${routes[key].path}?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`

export const searchRequests = (searches: readonly Search[], token: string): LoadRequest[] =>
  searches.map((search) => ({ path: pathOf('companySearch', search), headers: { [TOKEN_HEADER]: token } }))

/** Without a token: as a visitor. */
export const detailRequests = (ids: readonly string[], token?: string): LoadRequest[] =>
  ids.map((id) => ({
    path: pathOf('companyDetail', { id }),
    ...(token !== undefined && { headers: { [TOKEN_HEADER]: token } }),
  }))
