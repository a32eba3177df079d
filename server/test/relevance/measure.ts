import type { CompanySearch } from '../../src/search/company-search.ts'
import { seededRandom } from '../builders/seeded-random.ts'
import type { KnownCompany } from './facts.ts'
import { type Draw, type Kind, kinds, type Target } from './kinds.ts'
import { type KnownCompanies, knownCompanies } from './known-companies.ts'

/** `misses` are the keywords with a wrong first hit, and that hit. */
export type KindResult = {
  kind: string
  target: Target
  queries: number
  first: number
  firstThree: number
  misses: string[]
}

export const meetsTarget = ({ first, firstThree, target }: KindResult) =>
  first >= target.first && firstThree >= target.firstThree

type MeasureOptions = { search: CompanySearch; companies: readonly KnownCompany[]; seed: number; perKind: number }

/** Runs `perKind` different queries of every kind and counts the right hits. */
export async function measureRelevance(options: MeasureOptions): Promise<KindResult[]> {
  const all = knownCompanies(options.companies)
  const results: KindResult[] = []
  for (const [index, kind] of kinds.entries()) {
    const draws = drawQueries(kind, all, { seed: options.seed + index, count: options.perKind })
    results.push(await measureKind(kind, draws, all, options.search))
  }
  return results
}

/** Only about one company in 200 has a stock code, short name or English name. */
const MOST_ATTEMPTS = 5000

/** Draws distinct keywords; fewer than `count` when the facts do not suffice. */
function drawQueries(kind: Kind, all: KnownCompanies, { seed, count }: { seed: number; count: number }): Draw[] {
  const random = seededRandom(seed)
  const draws = new Map<string, Draw>()
  for (let attempt = 0; draws.size < count && attempt < count * MOST_ATTEMPTS; attempt += 1) {
    const draw = kind.draw(random.pick(all.companies), random, all)
    if (draw !== null) draws.set(draw.keyword, draw)
  }
  return [...draws.values()]
}

async function measureKind(
  kind: Kind,
  draws: readonly Draw[],
  { find }: KnownCompanies,
  search: CompanySearch,
): Promise<KindResult> {
  let first = 0
  let firstThree = 0
  const misses: string[] = []
  for (const { keyword, isMeant } of draws) {
    const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false } as const
    const { hits } = await search.search(query)
    const isRight = hits.map(({ companyId }) => {
      const company = find(companyId)
      return company !== undefined && isMeant(company)
    })
    if (isRight[0] === true) first += 1
    else misses.push(`${keyword} → ${find(hits[0]?.companyId ?? '')?.name ?? '（无结果）'}`)
    if (isRight.includes(true)) firstThree += 1
  }
  const percent = (count: number) => (draws.length === 0 ? 0 : (count / draws.length) * 100)
  const figures = { first: percent(first), firstThree: percent(firstThree) }
  return { kind: kind.name, target: kind.target, queries: draws.length, ...figures, misses }
}
