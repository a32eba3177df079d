import type { OwnershipNode } from './ownership.ts'

/** One level of the tree; `unread` counts the rows that were not loaded. */
export type ChartLevel = { nodes: readonly OwnershipNode[]; unread: number }
/** Width of the page and size of the text of a node. CSS px. */
export type ChartSpace = { width: number; textSize: number }

/**
 * A direction of the chart: nodes of `nodeWidth` CSS px side by side, or a stack of nodes in the full width. A stack
 * never needs a smaller text: its nodes wrap.
 */
export type ChartShape = { shape: 'row'; nodeWidth: number } | { shape: 'stack' }

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
