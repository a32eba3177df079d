import type { HoldingNode, StatedHolding } from '@baiqicha/contract/ownership'

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
