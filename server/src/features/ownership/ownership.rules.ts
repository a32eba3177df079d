import { CONTROL_ABOVE, type HoldingNode, type StatedHolding } from '@baiqicha/contract/ownership'

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

type UltimateShares<Edge extends Holding = Holding> = {
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

/** One record that states a holding, with both of its ends. */
export type StatedEdge = Omit<StatedHolding, 'holder' | 'company'> & {
  holder: HoldingNode
  company: HoldingNode
  recordId: string
  /** Whether the source names the holder 实际控制人. */
  isController: boolean
}

/** 口径 that comes before the registration. */
export const NEWEST_BASIS = '最新公示'

const newestFirst = (one: StatedEdge, other: StatedEdge) =>
  (other.asOf ?? '').localeCompare(one.asOf ?? '') || (one.recordId < other.recordId ? -1 : 1)

/** The share of a holder by records of one basis: kinds of stock add up. null: one is not published, or negative. */
const sumOfBasis = (edges: readonly StatedEdge[]): number | null =>
  edges.every(({ share }) => share !== null && share >= 0)
    ? edges.reduce((sum, { share }) => sum + (share ?? 0), 0)
    : null

/** One holding from the records of one holder of one company. The newer date decides between 工商登记 and 对外投资. */
function holdingOf(edges: readonly StatedEdge[]): StatedHolding {
  const newest = edges.toSorted(newestFirst)
  const first = newest.find(({ basis }) => basis === NEWEST_BASIS) ?? newest[0]
  if (first === undefined) throw new RangeError('A holding has a record')
  const leading = newest.filter(({ basis }) => basis === first.basis)
  const { holder, company, recordId: _, isController: __, ...stated } = first
  const sources = new Map(
    newest.flatMap((edge) => edge.sources).map((source) => [`${source.sourceId} ${source.asOf}`, source]),
  )
  return {
    ...stated,
    holder: holder.key,
    company: company.key,
    share: sumOfBasis(leading),
    amount: leading.length === 1 ? stated.amount : null,
    isDisputed: edges.some(({ isDisputed }) => isDisputed),
    sources: [...sources.values()],
  }
}

/**
 * The latest publication comes before the registration, which states the holders of an earlier day, as investments do: beside
 * a publication they count for its own holders only.
 */
function ofOneBasis(edges: readonly StatedEdge[]): readonly StatedEdge[] {
  const published = new Set(edges.flatMap(({ basis, holder }) => (basis === NEWEST_BASIS ? holder.key : [])))
  return published.size === 0
    ? edges
    : edges.filter(({ basis, holder }) => basis !== '工商登记' && published.has(holder.key))
}

const largestFirst = (one: StatedHolding, other: StatedHolding) =>
  (other.share ?? -1) - (one.share ?? -1) || (one.holder < other.holder ? -1 : 1)

/** The holdings of each company, largest first, from all records that state them. The order of the records changes nothing. */
export function mergeHoldings(edges: readonly StatedEdge[]) {
  const nodes = new Map<string, HoldingNode>()
  const holdings = new Map<string, StatedHolding[]>()
  const controllers: { company: string; holder: string; source: StatedHolding['sources'][number] }[] = []
  for (const [company, all] of Map.groupBy(edges, (edge) => edge.company.key)) {
    const own = ofOneBasis(all).toSorted(newestFirst)
    for (const edge of own) {
      for (const node of [edge.holder, edge.company]) if (!nodes.has(node.key)) nodes.set(node.key, node)
      const [source] = edge.sources
      if (edge.isController && source !== undefined) controllers.push({ company, holder: edge.holder.key, source })
    }
    const byHolder = Map.groupBy(own, ({ holder }) => holder.key)
    holdings.set(company, [...byHolder.values()].map(holdingOf).toSorted(largestFirst))
  }
  return { holdings, nodes, controllers }
}

/** Two nodes that a statement joins, by keys. */
export type Joined = { above: string; company: string }

type FoundPath<Link extends Joined> = { nodes: readonly string[]; links: readonly Link[] }

/** Links that are tried; beyond, longer paths may be missing. */
const MOST_TRIED = 100_000

/** Distance of every node to one, over links in both directions. */
function distancesTo<Link extends Joined>(byNode: ReadonlyMap<string, readonly Link[]>, to: string) {
  const distances = new Map([[to, 0]])
  for (let level = [to], distance = 1; level.length > 0; distance += 1) {
    const next: string[] = []
    for (const node of level) {
      for (const link of byNode.get(node) ?? []) {
        const other = otherEnd(link, node)
        if (distances.has(other)) continue
        distances.set(other, distance)
        next.push(other)
      }
    }
    level = next
  }
  return distances
}

const otherEnd = ({ above, company }: Joined, node: string): string => (above === node ? company : above)

/** Links of each node. */
function linksByNode<Link extends Joined>(links: Iterable<Link>): Map<string, Link[]> {
  const byNode = new Map<string, Link[]>()
  const add = (node: string, link: Link) => {
    const own = byNode.get(node)
    if (own === undefined) byNode.set(node, [link])
    else own.push(link)
  }
  for (const link of links) {
    if (link.above === link.company) continue
    add(link.above, link)
    add(link.company, link)
  }
  return byNode
}

type PathRequest = { from: string; to: string; hops: number; most: number }

/** Paths without a node twice, the shortest first. */
export function shortestPaths<Link extends Joined>(
  links: Iterable<Link>,
  { from, to, hops, most }: PathRequest,
): { paths: FoundPath<Link>[]; isCut: boolean } {
  const byNode = linksByNode(links)
  const distances = distancesTo(byNode, to)
  const paths: FoundPath<Link>[] = []
  let tried = 0
  const walk = (nodes: readonly string[], way: readonly Link[], left: number) => {
    const node = nodes.at(-1) ?? from
    for (const link of byNode.get(node) ?? []) {
      tried += 1
      if (paths.length >= most || tried > MOST_TRIED) return
      const next = otherEnd(link, node)
      if (nodes.includes(next) || (distances.get(next) ?? Number.POSITIVE_INFINITY) > left - 1) continue
      const [longer, further] = [
        [...nodes, next],
        [...way, link],
      ]
      if (next !== to) walk(longer, further, left - 1)
      else if (left === 1) paths.push({ nodes: longer, links: further })
    }
  }
  for (let length = distances.get(from) ?? hops + 1; length <= hops && paths.length < most; length += 1) {
    walk([from], [], length)
  }
  return { paths, isCut: tried > MOST_TRIED }
}
