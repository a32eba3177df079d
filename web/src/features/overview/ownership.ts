import { type HoldingNode, type OwnershipTree, type StatedParent, TREE_LEVELS } from '@baiqicha/contract/ownership'
import { formatNumber, formatPercent } from '../../lib/format.ts'

/** Up: shareholders; down: investments. */
export type Direction = 'up' | 'down'
export const directionKinds = { up: 'shareholderInfo', down: 'overseasInvest' } as const

/** The tree above or below one company: an answer of the server has several levels. */
export type LoadedTree = { state: 'loading' | 'failed'; tree: null } | { state: 'ready'; tree: OwnershipTree }

export type OwnershipNode = {
  /** Ids of all companies from the root to this node: a company can occur at several nodes. */
  path: string
  name: string
  /** null: a person or an unidentified company, which has no next level. */
  companyId: string | null
  percent: number | null
  /** Shares from this node to the root, this node's first; its own share alone at the first level. */
  shares: readonly (number | null)[]
  isPerson: boolean
  isAbroad: boolean
  /** The company is among its own ancestors: the cycle is shown once and not expanded. */
  isCircular: boolean
  /** 上级机构 that a source states, with the source; null: none does. */
  parentNote: string | null
  state: 'end' | 'closed' | 'loading' | 'failed' | 'open'
  /** Whether the next level is in no answer so far. */
  isBeyond: boolean
  children: readonly OwnershipNode[]
  /** Whether a source covers the next level, so that no child means none. */
  isCovered: boolean
  /** Number of rows of the next level that were not loaded: only the largest are. */
  unread: number
}

export const levelKey = (direction: Direction, companyId: string) => `${direction} ${companyId}`

type Source = {
  direction: Direction
  /** By the key of the company above or below which they stand. */
  trees: ReadonlyMap<string, LoadedTree>
  /** Paths of the expanded nodes. */
  open: ReadonlySet<string>
}

/** Tree of one direction from the root, as far as it is expanded. */
export function growOwnership(source: Source, rootId: string): OwnershipNode[] {
  const key = levelKey(source.direction, rootId)
  const tree = source.trees.get(key)?.tree ?? null
  if (tree === null) return []
  return withParents(
    childrenOf(source, branchOf(tree), null, { companyIds: [rootId], path: key, shares: [] }),
    tree,
    key,
  )
}

/** A company that is named without a share and without a next level. */
const bareNode = {
  percent: null,
  shares: [],
  isPerson: false,
  isAbroad: false,
  isCircular: false,
  parentNote: null,
  state: 'end',
  isBeyond: false,
  children: [],
  isCovered: false,
  unread: 0,
} as const

const parentNoteOf = ({ role, source }: StatedParent) => `${role} · ${source.sourceName}`
const isParent = (node: OwnershipNode, { companyId, name }: StatedParent) =>
  companyId !== null && node.companyId !== null ? node.companyId === companyId : node.name === name

/** A 上级机构 that is a shareholder too is named at its node; another one is a node without a share. */
function withParents(nodes: readonly OwnershipNode[], { parents }: OwnershipTree, path: string): OwnershipNode[] {
  const others = parents.filter((parent) => !nodes.some((node) => isParent(node, parent)))
  return [
    ...others.map(
      (parent): OwnershipNode => ({
        ...bareNode,
        path: `${path} ${parent.role}`,
        name: parent.name,
        companyId: parent.companyId,
        parentNote: parentNoteOf(parent),
      }),
    ),
    ...nodes.map((node) => {
      const stated = parents.find((parent) => isParent(node, parent))
      return stated === undefined ? node : { ...node, parentNote: parentNoteOf(stated) }
    }),
  ]
}

/** Share of a node; a 上级机构 that holds nothing has none. */
export const shareText = ({ percent, parentNote }: Pick<OwnershipNode, 'percent' | 'parentNote'>): string =>
  percent === null && parentNote !== null ? '' : formatPercent(percent)

/** From the shareholder of the company to a holder: the nodes of one path. */
export type Way = readonly { companyId: string | null; name: string }[]

/** Paths of the nodes on the ways. A node without a company is found by its name below the company that it holds. */
export function pathsOfWays(nodes: readonly OwnershipNode[], ways: readonly Way[]): string[] {
  return nodes.flatMap((node) => {
    const own = ways.filter(
      ([next]) => next?.companyId === node.companyId && (next.companyId !== null || next.name === node.name),
    )
    const further = own.map((way) => way.slice(1)).filter(({ length }) => length > 0)
    return own.length === 0 ? [] : [node.path, ...pathsOfWays(node.children, further)]
  })
}

/** Way from the root to a node that grows. */
type GrowthWay = { companyIds: readonly string[]; path: string; shares: readonly (number | null)[] }

type Row = OwnershipTree['rows'][number]
/** An answer, prepared to look rows up. */
type Branch = {
  tree: OwnershipTree
  nodes: ReadonlyMap<string, HoldingNode>
  /** Places of the rows below each row; null: below the company of the answer. */
  below: ReadonlyMap<number | null, readonly number[]>
  /** Levels from the company of the answer, of each row. */
  levels: readonly number[]
}

const branches = new WeakMap<OwnershipTree, Branch>()

function branchOf(tree: OwnershipTree): Branch {
  const known = branches.get(tree)
  if (known !== undefined) return known
  const levels: number[] = []
  const below = new Map<number | null, number[]>()
  for (const [at, { parent }] of tree.rows.entries()) {
    levels.push(parent === null ? 1 : (levels[parent] ?? 0) + 1)
    const siblings = below.get(parent)
    if (siblings === undefined) below.set(parent, [at])
    else siblings.push(at)
  }
  const branch = { tree, nodes: new Map(tree.nodes.map((node) => [node.key, node])), below, levels }
  branches.set(tree, branch)
  return branch
}

function childrenOf(source: Source, branch: Branch, place: number | null, way: GrowthWay): OwnershipNode[] {
  return (branch.below.get(place) ?? []).flatMap((at) => {
    const row = branch.tree.rows[at]
    return row === undefined ? [] : [nodeOf(source, branch, at, row, way)]
  })
}

/** Whether the rows below a company that has none in the answer may be in another answer. */
const mayHaveMore = ({ tree, levels }: Branch, at: number, { hidden }: Row) =>
  hidden > 0 || tree.isPartial || (levels[at] ?? 0) >= TREE_LEVELS

function nodeOf(source: Source, branch: Branch, at: number, row: Row, way: GrowthWay): OwnershipNode {
  const stated = branch.nodes.get(row.node)
  const share = branch.tree.holdings[row.holding]?.share ?? null
  const companyId = stated?.companyId ?? null
  const isCircular = companyId !== null && way.companyIds.includes(companyId)
  const path = `${way.path} ${companyId ?? row.node}`
  const shares = [share, ...way.shares]
  const hasRows = branch.below.has(at)
  const node: OwnershipNode = {
    ...bareNode,
    path,
    name: stated?.name ?? '-',
    companyId,
    percent: share,
    shares,
    isPerson: stated?.kind === 'person',
    isAbroad: stated?.isAbroad === true,
    isCircular,
    state: 'closed',
    isBeyond: !hasRows,
    isCovered: true,
  }
  if (companyId === null || isCircular || !(hasRows || mayHaveMore(branch, at, row))) return { ...node, state: 'end' }
  if (!source.open.has(path)) return node
  const next = { companyIds: [...way.companyIds, companyId], path, shares }
  if (hasRows) return { ...node, state: 'open', children: childrenOf(source, branch, at, next), unread: row.hidden }
  const loaded = source.trees.get(levelKey(source.direction, companyId))
  if (loaded?.state !== 'ready') return { ...node, state: loaded?.state ?? 'loading' }
  const own = branchOf(loaded.tree)
  const { connected, hidden } = loaded.tree
  return { ...node, state: 'open', children: childrenOf(source, own, null, next), isCovered: connected, unread: hidden }
}

/**
 * Arithmetic of an indirect share, as in 62% × 22.5% = 13.95%; null for a direct share, a cycle, and where a share is not
 * published. The shares of several ways are not added up: a name alone does not identify a person.
 */
export function indirectShareText({ shares, isCircular }: Pick<OwnershipNode, 'shares' | 'isCircular'>): string | null {
  const known = shares.filter((share) => share !== null)
  if (isCircular || known.length < 2 || known.length < shares.length) return null
  const product = known.reduce((part, share) => (part * share) / 100, 100)
  return `${known.map(formatPercent).join(' × ')} = ${formatPercent(product)}`
}

export const directionLabels: Readonly<Record<Direction, string>> = { up: '股东', down: '对外投资' }

/** Counting words of shareholders and of companies. */
export const countWords: Readonly<Record<Direction, string>> = { up: '名', down: '家' }

/** Label of the shareholders or investments that are not shown. */
export const restLabel = (count: number, direction: Direction) => `另 ${formatNumber(count)} ${countWords[direction]}`

/** Label of the button that expands or collapses a company. */
export function toggleLabel({ name, state }: OwnershipNode, direction: Direction): string {
  if (state === 'failed') return `重试加载 ${name} 的${directionLabels[direction]}`
  return `${state === 'closed' ? '展开' : '收起'} ${name} 的${directionLabels[direction]}`
}

/** One level of the tree; `unread` counts the rows that were not loaded. */
export type ChartLevel = { nodes: readonly OwnershipNode[]; unread: number }
/** Width of the page and size of the text of a node. CSS px. */
export type ChartSpace = { width: number; textSize: number }

/**
 * A direction of the chart: nodes of `nodeWidth` CSS px side by side, or a stack of nodes in the full width. A stack
 * never needs a smaller text: its nodes wrap.
 */
type ChartShape = { shape: 'row'; nodeWidth: number } | { shape: 'stack' }

/** Number of nodes that a level shows until its rest is unfolded, and the most that are side by side. */
export const SHOWN = 4
/** Space between two nodes, and between the nodes and the edge of the page. CSS px. */
export const GAP = 8
/** Width of a node side by side, in characters with its padding: a name of 15 characters takes two or three lines. */
const NARROWEST = 8
const WIDEST = 9

/** 上级机构 come before the largest share; unknown shares last, in the order of the source. */
const rankOf = ({ percent, parentNote }: OwnershipNode) =>
  percent ?? (parentNote === null ? -1 : Number.POSITIVE_INFINITY)
const byShare = (nodes: readonly OwnershipNode[]) =>
  nodes.toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(other) - rankOf(one)))

/** Nodes of a level to show, and the number of the others, loaded or not. */
export function foldLevel({ nodes, unread }: ChartLevel, isUnfolded: boolean) {
  const sorted = byShare(nodes)
  const shown = isUnfolded ? sorted : sorted.slice(0, SHOWN)
  return { shown, hidden: sorted.length - shown.length + unread }
}

const isStackOnly = ({ nodes, unread }: ChartLevel): boolean =>
  nodes.length > SHOWN ||
  unread > 0 ||
  nodes.some(({ children, unread: beyond }) => isStackOnly({ nodes: children, unread: beyond }))

/** Width of a subtree in nodes. */
const columnsOf = (nodes: readonly OwnershipNode[]): number =>
  nodes.reduce((sum, { children }) => sum + Math.max(1, columnsOf(children)), 0)

/** Nodes are side by side when every level has at most four and all fit the page with readable text; else stacked. */
export function layOutLevels(level: ChartLevel, { width, textSize }: ChartSpace): ChartShape {
  const columns = Math.max(1, columnsOf(level.nodes))
  const fitting = (width - GAP * (columns + 1)) / columns
  if (isStackOnly(level) || fitting < NARROWEST * textSize) return { shape: 'stack' }
  return { shape: 'row', nodeWidth: Math.min(Math.floor(fitting), WIDEST * textSize) }
}
