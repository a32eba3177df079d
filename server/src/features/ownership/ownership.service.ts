import {
  CONTROL_ABOVE,
  type CompanyGroup,
  GROUP_MOST,
  type HoldingNode,
  type OwnershipTree,
  type StatedHolding,
  TREE_NODES,
  type UltimateHolders,
} from '@baiqicha/contract/ownership'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { type CompanySubjects, companyOfRecordFrom } from '../../records/company-subjects.ts'
import { isWhole, type KindCoverage, shownFeeds } from '../../records/record-coverage.ts'
import { companyNode, type HoldingCompanies, type HoldingGraphReader } from './holding-graph.repository.ts'
import { oldestOf, type ReadHoldings, ultimateHoldersOf } from './ownership.presenter.ts'
import { controlSteps, overDeclaredSum } from './ownership.rules.ts'

/** Levels and companies that are read for one company. */
const [MOST_LEVELS, MOST_COMPANIES] = [10, 500]

export type OwnershipDeps = { graph: HoldingGraphReader; reference: ReferenceData }
type Page = { id: string; page: number; pageSize: number }
type TreeRequest = { id: string; direction: 'up' | 'down'; depth: number }

/** Shares of a company whose declared sum is impossible are not computed with. */
const withUsableShares = (holdings: readonly StatedHolding[]): readonly StatedHolding[] =>
  overDeclaredSum(holdings) === null ? holdings : holdings.map((one) => ({ ...one, share: null }))

const usable = ({ holdings }: ReadHoldings) =>
  new Map([...holdings].map(([company, own]) => [company, withUsableShares(own)]))

const isPartnership = (nodes: ReadonlyMap<string, HoldingNode>) => (key: string) =>
  nodes.get(key)?.kind === 'partnership'

/**
 * Sources of the holdings of one direction, and whether no holding means none. Records of the other kind, which are stored under the
 * other company, count once one of them states a holding.
 */
function connectionOf(
  holdings: readonly StatedHolding[],
  { own, other, isOfOther }: { own: KindCoverage; other: KindCoverage; isOfOther: (holding: StatedHolding) => boolean },
) {
  const feeds = [...shownFeeds(own, holdings.length > 0), ...(holdings.some(isOfOther) ? shownFeeds(other, true) : [])]
  const distinct = new Map(feeds.map((feed) => [`${feed.sourceId} ${feed.asOf}`, feed]))
  return {
    connected: holdings.length > 0 || isWhole(own),
    sources: [...distinct.values()].map(({ sourceId, sourceName, sourceUrl, asOf }) => ({
      sourceId,
      sourceName,
      sourceUrl,
      asOf,
    })),
  }
}

const isInvestment = ({ basis }: StatedHolding) => basis === '对外投资'
const isRegistered = (holding: StatedHolding) => !isInvestment(holding)

/** Who owns and controls a company, computed from the records that may be shown today. */
export function createOwnershipService({ graph, reference }: OwnershipDeps) {
  /** Reads level by level, from the company up to its holders or down to what it holds. */
  async function read(root: CompanySubjects, direction: 'up' | 'down', levels: number): Promise<ReadHoldings> {
    const holdings = new Map<string, readonly StatedHolding[]>()
    const nodes = new Map([[root.company.id, companyNode(root)]])
    const controllers: ReadHoldings['controllers'][number][] = []
    const seen = new Set([root.company.id])
    const known: HoldingCompanies = new Map([[root.company.id, root]])
    let level = [root.company.id]
    let isPartial = false
    for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
      const found = await (direction === 'up' ? graph.holdersOf(level, known) : graph.heldBy(level, known))
      isPartial ||= found.isCut
      for (const [key, node] of found.nodes) if (!nodes.has(key)) nodes.set(key, node)
      for (const [company, own] of found.holdings) holdings.set(company, own)
      controllers.push(...found.controllers)
      const reached =
        direction === 'up'
          ? [...found.holdings.values()].flat().map(({ holder }) => holder)
          : [...found.holdings.keys()]
      const next = [...new Set(reached)].filter((key) => !seen.has(key) && nodes.get(key)?.companyId != null)
      level = next.slice(0, Math.max(0, MOST_COMPANIES - seen.size))
      isPartial ||= level.length < next.length
      for (const key of level) seen.add(key)
    }
    return { holdings, nodes, controllers, isPartial: isPartial || (levels === MOST_LEVELS && level.length > 0) }
  }

  /** Companies that a controller holds by more than 50 % at each step, with the shares from the controller down. */
  async function controlledBy(controller: HoldingNode, first: StatedHolding | undefined) {
    const members = new Map<string, { id: string; name: string; shares: number[]; asOf: string | null }>()
    let level: { key: string; shares: number[]; dates: (string | null)[] }[] = [
      { key: controller.key, shares: [], dates: [] },
    ]
    const known: HoldingCompanies = new Map()
    let isPartial = false
    for (let depth = 0; depth < MOST_LEVELS && level.length > 0 && members.size < GROUP_MOST; depth += 1) {
      const isPerson = depth === 0 && controller.companyId === null
      const found = isPerson
        ? await (controller.key.startsWith('k:')
            ? graph.heldByPerson(controller.key, known)
            : graph.holdersOf(first === undefined ? [] : [first.company], known))
        : await graph.heldBy(
            level.map(({ key }) => key),
            known,
          )
      isPartial ||= found.isCut
      const byKey = new Map(level.map((one) => [one.key, one]))
      const next: typeof level = []
      for (const [company, own] of found.holdings) {
        const step = withUsableShares(own).find(
          ({ holder, share }) => byKey.has(holder) && (share ?? 0) > CONTROL_ABOVE,
        )
        const node = found.nodes.get(company)
        const above = byKey.get(step?.holder ?? '')
        if (step === undefined || above === undefined || node?.companyId == null || node.kind === 'partnership')
          continue
        if (company === controller.key || members.has(company) || members.size >= GROUP_MOST) continue
        const [shares, dates] = [
          [...above.shares, step.share ?? 0],
          [...above.dates, step.asOf],
        ]
        members.set(company, { id: node.companyId, name: node.name, shares, asOf: oldestOf(dates) })
        next.push({ key: company, shares, dates })
      }
      level = next
    }
    return { members: [...members.values()], isPartial: isPartial || level.length > 0 }
  }

  return {
    /** null: readers do not see the company. */
    async ultimate(requested: string): Promise<UltimateHolders | null> {
      const root = await graph.find(requested)
      if (root === undefined) return null
      const { id } = root.company
      const [found, holders, investments, parents] = await Promise.all([
        read(root, 'up', MOST_LEVELS),
        graph.coverageOf(root),
        graph.investmentCoverageOf(root),
        graph.parentsOf(root),
      ])
      return {
        company: companyOfRecordFrom(root.company, reference),
        ...ultimateHoldersOf({ ...found, usable: usable(found) }, id, isPartnership(found.nodes)),
        ...connectionOf(found.holdings.get(id) ?? [], { own: holders, other: investments, isOfOther: isInvestment }),
        parents,
      }
    },

    async tree({ id: requested, direction, depth }: TreeRequest): Promise<OwnershipTree | null> {
      const root = await graph.find(requested)
      if (root === undefined) return null
      const { id } = root.company
      const isUp = direction === 'up'
      const [found, holders, investments, parents] = await Promise.all([
        read(root, direction, depth),
        graph.coverageOf(root),
        graph.investmentCoverageOf(root),
        isUp ? graph.parentsOf(root) : [],
      ])
      const own = [...found.holdings.values()].flat().filter((one) => (isUp ? one.company : one.holder) === id)
      const tree = growTree(found.holdings, { root: id, direction, depth, most: TREE_NODES })
      const shown = new Set([id, ...tree.rows.map(({ node }) => node)])
      return {
        company: companyOfRecordFrom(root.company, reference),
        ...connectionOf(
          own,
          isUp
            ? { own: holders, other: investments, isOfOther: isInvestment }
            : { own: investments, other: holders, isOfOther: isRegistered },
        ),
        parents,
        nodes: [...found.nodes.values()].filter(({ key }) => shown.has(key)),
        ...tree,
        isPartial: found.isPartial,
      }
    },

    async group({ id: requested, page, pageSize }: Page): Promise<CompanyGroup | null> {
      const root = await graph.find(requested)
      if (root === undefined) return null
      const { id } = root.company
      const found = await read(root, 'up', MOST_LEVELS)
      const [first] = controlSteps(usable(found), id, isPartnership(found.nodes))
      const controller = found.nodes.get(first?.holder ?? id) ?? companyNode(root)
      const [{ members, isPartial }, isCovered] = await Promise.all([
        controlledBy(controller, first),
        graph.isCovered(root, ['shareholderInfo', 'overseasInvest']),
      ])
      const list = members
        .map(({ shares, ...one }) => ({
          ...one,
          shares,
          share: shares.reduce((part, share) => (part * share) / 100, 100),
        }))
        .toSorted((one, other) => other.share - one.share || (one.id < other.id ? -1 : 1))
      return {
        list: list.slice((page - 1) * pageSize, page * pageSize),
        total: list.length,
        totalCapped: list.length >= GROUP_MOST,
        page,
        pageSize,
        company: companyOfRecordFrom(root.company, reference),
        controller,
        isSelf: first === undefined,
        connected: isCovered || members.length > 0 || first !== undefined,
        isPartial: isPartial || found.isPartial,
      }
    },
  }
}
export type OwnershipService = ReturnType<typeof createOwnershipService>

type Growth = { root: string; direction: 'up' | 'down'; depth: number; most: number }
type Row = OwnershipTree['rows'][number]

/** Rows level by level, the largest share first, up to `most`; the others are counted at their parent. */
function growTree(
  holdings: ReadonlyMap<string, readonly StatedHolding[]>,
  { root, direction, depth, most }: Growth,
): Pick<OwnershipTree, 'rows' | 'holdings' | 'hidden'> {
  const next = direction === 'up' ? 'holder' : 'company'
  const all = [...holdings.values()].flat()
  const byNode = Map.groupBy(all, (one) => (direction === 'up' ? one.company : one.holder))
  const rows: Row[] = []
  const used: StatedHolding[] = []
  /** Returns the number of nodes below that have no row. */
  const add = (node: string, parent: number | null): number => {
    const own =
      byNode
        .get(node)
        ?.toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1) || (one[next] < other[next] ? -1 : 1)) ?? []
    const shown = own.slice(0, Math.max(0, most - rows.length))
    for (const holding of shown) {
      const key = holding[next]
      const isCircular = key === root || isAbove(rows, parent, key)
      rows.push({ node: key, parent, holding: used.push(holding) - 1, isCircular, hidden: 0 })
    }
    return own.length - shown.length
  }
  const hidden = add(root, null)
  let [from, level] = [0, 1]
  while (from < rows.length) {
    const end = rows.length
    for (const [at, row] of rows.slice(from, end).entries()) {
      if (row.isCircular) continue
      row.hidden = level < depth ? add(row.node, from + at) : (byNode.get(row.node)?.length ?? 0)
    }
    from = end
    level += 1
  }
  return { rows, holdings: used, hidden }
}

/** Whether a node stands on the way from a row to the root. */
function isAbove(rows: readonly Row[], from: number | null, key: string): boolean {
  for (let at = from; at !== null; at = rows[at]?.parent ?? null) if (rows[at]?.node === key) return true
  return false
}
