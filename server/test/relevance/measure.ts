import type { CompanySearch } from '../../src/search/company-search.ts'
import { seededRandom } from '../builders/seeded-random.ts'
import { type KnownCompanies, type KnownCompany, knownCompanies } from './facts.ts'
import { type Draw, type Kind, kinds, type Population, type Target } from './kinds.ts'

/** A query whose first hit is wrong: the keyword, the name it was drawn from, and the names returned. */
export type Miss = { keyword: string; drawnFrom: string; returned: string[] }

/** `asTyped`: percentage of the typos that were not asked because they are part of another name. */
export type KindResult = {
  kind: string
  target: Target | null
  queries: number
  asTyped: number
  first: number
  firstThree: number
  misses: Miss[]
}

/** True without a target. */
export const meetsTarget = ({ first, firstThree, target }: KindResult) =>
  target === null || (first >= target.first && firstThree >= target.firstThree)

type MeasureOptions = {
  search: CompanySearch
  companies: readonly KnownCompany[]
  population: Population
  seed: number
  perKind: number
}

/** Runs `perKind` different queries of every kind and counts the right hits. */
export async function measureRelevance(options: MeasureOptions): Promise<KindResult[]> {
  const all = knownCompanies(options.companies)
  const results: KindResult[] = []
  for (const [index, kind] of kinds.entries()) {
    const drawn = drawQueries(kind, all, { seed: options.seed + index, count: options.perKind })
    const { queries, first, firstThree, misses } = await ask(drawn.draws, all, options.search)
    const figures = { queries, asTyped: drawn.asTyped, first, firstThree, misses }
    results.push({ kind: kind.name, target: kind.target[options.population], ...figures })
  }
  return results
}

/** Only about one company in 200 has a stock code, short name or English name. */
const MOST_ATTEMPTS = 5000

type DrawnQuery = Draw & { drawnFrom: string }

/** Draws distinct keywords; fewer than `count` when the facts do not suffice. */
function drawQueries(kind: Kind, all: KnownCompanies, { seed, count }: { seed: number; count: number }) {
  const random = seededRandom(seed)
  const draws = new Map<string, DrawnQuery>()
  let asTyped = 0
  for (let attempt = 0; draws.size < count && attempt < count * MOST_ATTEMPTS; attempt += 1) {
    const company = random.pick(all.companies)
    const draw = kind.draw(company, random, all)
    if (draw === 'asTyped') asTyped += 1
    else if (draw !== null) draws.set(draw.keyword, { ...draw, drawnFrom: company.name })
  }
  return { draws: [...draws.values()], asTyped: percent(asTyped, asTyped + draws.size) }
}

const percent = (count: number, of: number) => (of === 0 ? 0 : (count / of) * 100)

async function ask(draws: readonly DrawnQuery[], { find }: KnownCompanies, search: CompanySearch) {
  let first = 0
  let firstThree = 0
  const misses: Miss[] = []
  for (const { keyword, drawnFrom, isRelevant } of draws) {
    const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false } as const
    const { hits } = await search.search(query)
    const companies = hits.map(({ companyId }) => find(companyId))
    const isRight = companies.map((company) => company !== undefined && isRelevant(company))
    if (isRight[0] === true) first += 1
    else misses.push({ keyword, drawnFrom, returned: companies.map((company) => company?.name ?? '?') })
    if (isRight.includes(true)) firstThree += 1
  }
  const queries = draws.length
  return { queries, first: percent(first, queries), firstThree: percent(firstThree, queries), misses }
}
