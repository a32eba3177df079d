import type { IndexableCompany } from '../../src/domain/indexable-company.ts'
import type { CompanySearch } from '../../src/indexing/company-search.ts'
import { seededRandom } from '../seeded-random.ts'
import { type Draw, type Kind, kinds, type Target } from './kinds.ts'

/** `misses` are the keywords whose first row was wrong, with what stood there. */
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

type MeasureOptions = { search: CompanySearch; companies: readonly IndexableCompany[]; seed: number; perKind: number }

/** Asks `perKind` different queries of every kind and counts how often the first rows are right. */
export async function measureRelevance(options: MeasureOptions): Promise<KindResult[]> {
  const results: KindResult[] = []
  for (const [index, kind] of kinds.entries()) {
    const draws = drawQueries(kind, options.companies, { seed: options.seed + index, count: options.perKind })
    results.push(await measureKind(kind, draws, options))
  }
  return results
}

/** Draws without repeating a keyword; fewer than `count` only where the facts hold no more. */
function drawQueries(
  kind: Kind,
  companies: readonly IndexableCompany[],
  { seed, count }: { seed: number; count: number },
): Draw[] {
  const random = seededRandom(seed)
  const draws = new Map<string, Draw>()
  for (let attempt = 0; draws.size < count && attempt < count * 50; attempt += 1) {
    const draw = kind.draw(random.pick(companies), random, companies)
    if (draw !== null) draws.set(draw.keyword, draw)
  }
  return [...draws.values()]
}

async function measureKind(kind: Kind, draws: readonly Draw[], options: MeasureOptions): Promise<KindResult> {
  const byId = new Map(options.companies.map((company) => [company.id, company]))
  let first = 0
  let firstThree = 0
  const misses: string[] = []
  for (const { keyword, isMeant } of draws) {
    const query = { keyword, filters: {}, sort: 'relevance', offset: 0, limit: 3, exact: false } as const
    const { hits } = await options.search.search(query)
    const isRight = hits.map(({ companyId }) => {
      const company = byId.get(companyId)
      return company !== undefined && isMeant(company)
    })
    if (isRight[0] === true) first += 1
    else misses.push(`${keyword} → ${byId.get(hits[0]?.companyId ?? '')?.name ?? '（无结果）'}`)
    if (isRight.includes(true)) firstThree += 1
  }
  const percent = (count: number) => (draws.length === 0 ? 0 : (count / draws.length) * 100)
  const figures = { first: percent(first), firstThree: percent(firstThree) }
  return { kind: kind.name, target: kind.target, queries: draws.length, ...figures, misses }
}
