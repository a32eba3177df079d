import { CONTROL_ABOVE } from '@baiqicha/contract/ownership'

/** A holder of a company by keys. `share` in %; null: not published, or not to be computed with. */
export type Holding = { holder: string; company: string; share: number | null }

/** Holders of each company that has any, each once. */
export type HoldingGraph<Edge extends Holding = Holding> = ReadonlyMap<string, readonly Edge[]>

/** Declared shares of one company may exceed 100 % by rounding. */
const MOST_DECLARED = 100.01

/** Holdings that are followed, each once per path: cross-holdings of many companies have more paths than can be walked. */
const MOST_STEPS = 50_000

/** Sum of the declared shares of a company when it is more than 100.01 %; null: it is not. */
export function overDeclaredSum(holdings: readonly Pick<Holding, 'share'>[]): number | null {
  const sum = holdings.reduce((total, { share }) => total + (share ?? 0), 0)
  return sum > MOST_DECLARED ? sum : null
}

/** A way from a holder down to the root, the holder's own holding first. */
export type HolderPath<Edge extends Holding = Holding> = { holdings: readonly Edge[]; share: number | null }

export type UltimateShares<Edge extends Holding = Holding> = {
  /** Paths to each holder that has no known holders itself. */
  paths: ReadonlyMap<string, readonly HolderPath<Edge>[]>
  /** Shares that end at a company, because its known holders hold less than all of it. */
  unassigned: ReadonlyMap<string, number>
  /** Companies that hold each other, the first one holding the last. */
  circles: readonly (readonly string[])[]
  /** Whether there are more paths than were walked. */
  isCut: boolean
}

const productOf = (one: number | null, other: number | null) =>
  one === null || other === null ? null : (one * other) / 100

/** Differences below this are of rounding, in %. */
const ROUNDING = 1e-9

/** Names a circle by the same company whichever is met first. */
function circleFrom(companies: readonly string[]): readonly string[] {
  const first = companies.indexOf(companies.toSorted()[0] ?? '')
  return [...companies.slice(first), ...companies.slice(0, first)]
}

/**
 * Shares of the ultimate holders of a company: the product along each path. No company is twice on a path, so that the way
 * round a circle adds nothing.
 */
export function ultimateShares<Edge extends Holding>(graph: HoldingGraph<Edge>, root: string): UltimateShares<Edge> {
  const paths = new Map<string, HolderPath<Edge>[]>()
  const unassigned = new Map<string, number>()
  const circles = new Map<string, readonly string[]>()
  let walked = 0
  let isCut = false

  function leave(company: string, share: number | null, below: readonly Edge[]) {
    if (share === null || below.some((edge) => edge.share === null)) return
    const rest = share - below.reduce((sum, edge) => sum + ((edge.share ?? 0) * share) / 100, 0)
    if (rest > ROUNDING) unassigned.set(company, (unassigned.get(company) ?? 0) + rest)
  }

  /** `way`: companies from the root; `holdings`: the newest first. */
  function walk(way: readonly string[], holdings: readonly Edge[], share: number | null) {
    const company = way.at(-1) ?? root
    const own = graph.get(company) ?? []
    // Of a company without published holders nothing is known, also not that others hold it.
    if (own.length > 0) leave(company, share, own)
    for (const edge of own) {
      const at = way.indexOf(edge.holder)
      if (at !== -1) {
        const circle = circleFrom(way.slice(at))
        circles.set(circle.join(' '), circle)
        continue
      }
      walked += 1
      if (walked > MOST_STEPS) {
        isCut = true
        return
      }
      const next = [edge, ...holdings]
      const product = productOf(share, edge.share)
      if (graph.has(edge.holder)) {
        walk([...way, edge.holder], next, product)
        continue
      }
      const known = paths.get(edge.holder)
      if (known === undefined) paths.set(edge.holder, [{ holdings: next, share: product }])
      else known.push({ holdings: next, share: product })
    }
  }
  walk([root], [], 100)
  return { paths, unassigned, circles: [...circles.values()], isCut }
}

/** Sum of the paths whose shares are all known; null: none is. */
export function sumOfPaths(paths: readonly HolderPath[]): number | null {
  const known = paths.flatMap(({ share }) => share ?? [])
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0)
}

/**
 * Steps to the holder that is reached by more than 50 % at each step, the holder's own first; empty: none is. `endsAt`:
 * where a share gives no control, as in a partnership. A circle has no controller.
 */
export function controlSteps<Edge extends Holding>(
  graph: HoldingGraph<Edge>,
  root: string,
  endsAt: (holder: string) => boolean,
): readonly Edge[] {
  const steps: Edge[] = []
  const seen = new Set([root])
  for (let company = root; steps.length === 0 || !endsAt(company); ) {
    const next = graph.get(company)?.find(({ share }) => share !== null && share > CONTROL_ABOVE)
    if (next === undefined) break
    if (seen.has(next.holder)) return []
    seen.add(next.holder)
    steps.unshift(next)
    company = next.holder
  }
  return endsAt(root) ? [] : steps
}
