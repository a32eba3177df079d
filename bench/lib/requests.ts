import { API_BASE, type RouteInput, type RouteKey, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { seededRandom } from '../../server/test/builders/seeded-random.ts'
import type { Sample } from './generated-companies.ts'
import type { LoadRequest } from './load.ts'
import { drawSearchQueries } from './search-queries.ts'

type Search = RouteInput<'companySearch'>

/** Names of which the starter set has companies. */
export const wellKnownNames = '比亚迪 贵州茅台 平安银行 万科 中国石油 海尔 招商 宁德时代 格力 美的'.split(' ')

const COMPANIES = 2_000
const QUERIES_PER_KIND = 100
/** A rare character occurs in at most this many names of the sample. */
const RARE = 3

/** Path of a route, with its input as query. */
export function pathOf(key: RouteKey, input: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return `${API_BASE}${routes[key].path}${query.size > 0 ? `?${query}` : ''}`
}

/** GET requests of a signed-in user, or of a visitor if there is no token. */
export const requestsFor = (
  key: RouteKey,
  inputs: readonly Readonly<Record<string, unknown>>[],
  token?: string,
): LoadRequest[] =>
  inputs.map((input) => ({
    path: pathOf(key, input),
    ...(token !== undefined && { headers: { [TOKEN_HEADER]: token } }),
  }))

const shuffled = <T>(items: readonly T[], random: ReturnType<typeof seededRandom>) =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Inputs of company pages. */
export function drawCompanies({ everyone }: Sample, seed: number): { id: string }[] {
  const random = seededRandom(seed)
  return Array.from({ length: COMPANIES }, () => ({ id: random.pick(everyone).id }))
}

/** Searches of all kinds, shuffled. */
export function drawMixedSearches(sample: Sample, seed: number): Search[] {
  const drawn = [...drawSearchQueries(sample, seed, QUERIES_PER_KIND).values()].flat()
  return shuffled(drawn, seededRandom(seed)).map(({ keyword, filters }) => ({ keyword, ...filters }))
}

/** Keywords of one and two characters that occur in hardly any name. */
export function drawRareSearches({ everyone }: Sample, seed: number): Search[] {
  const names = new Map<string, number>()
  for (const { name } of everyone) {
    for (const character of new Set(name)) names.set(character, (names.get(character) ?? 0) + 1)
  }
  const han = [...names].filter(([character]) => /\p{Script=Han}/u.test(character))
  const rare = han.filter(([, count]) => count <= RARE).map(([character]) => character)
  const common = han.filter(([, count]) => count > RARE).map(([character]) => character)
  const random = seededRandom(seed)
  const keywords = rare.flatMap((one) => [one, one + random.pick(rare), one + random.pick(common)])
  return shuffled(keywords, random).map((keyword) => ({ keyword }))
}
