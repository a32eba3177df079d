import type { Direction, OwnershipNode } from './ownership.ts'

/** Design px from the centre of the root. */
type Point = { x: number; y: number }
export type PositionedNode = Point & { node: OwnershipNode; direction: Direction }
/** Edge from a company to a node of the next level, with its share. `arrow` is the top of the owned company. */
export type Edge = { key: string; from: Point; to: Point; percent: number | null; arrow: Point }
export type OwnershipLayout = { nodes: PositionedNode[]; edges: Edge[] }

export const NODE = { width: 108, height: 50 }
export const ROOT = { width: 188, height: 56 }
const GAP = 14
const LEVEL = 122

/** Width of a node: that of its whole subtree. */
function widthOf(node: OwnershipNode): number {
  return Math.max(NODE.width, rowWidth(node.children))
}

/** Total width of adjacent nodes with their subtrees. */
export const rowWidth = (nodes: readonly OwnershipNode[]) =>
  nodes.reduce((sum, node) => sum + widthOf(node) + GAP, 0) - (nodes.length > 0 ? GAP : 0)

type Row = { nodes: readonly OwnershipNode[]; parent: Point; direction: Direction }

function positionRow({ nodes, parent, direction }: Row, layout: OwnershipLayout) {
  const y = parent.y + (direction === 'up' ? -LEVEL : LEVEL)
  let left = parent.x - rowWidth(nodes) / 2
  for (const node of nodes) {
    const width = widthOf(node)
    const position = { x: left + width / 2, y }
    layout.nodes.push({ ...position, node, direction })
    const children = direction === 'up' ? parent : position
    const isRoot = children.x === 0 && children.y === 0
    const arrow = { x: children.x, y: children.y - (isRoot ? ROOT : NODE).height / 2 }
    layout.edges.push({ key: node.path, from: parent, to: position, percent: node.percent, arrow })
    positionRow({ nodes: node.children, parent: position, direction }, layout)
    left += width + GAP
  }
}

/** Positions of all nodes: shareholders above the root, investments below, without overlap. */
export function layOutOwnership(up: readonly OwnershipNode[], down: readonly OwnershipNode[]): OwnershipLayout {
  const layout: OwnershipLayout = { nodes: [], edges: [] }
  const root = { x: 0, y: 0 }
  positionRow({ nodes: up, parent: root, direction: 'up' }, layout)
  positionRow({ nodes: down, parent: root, direction: 'down' }, layout)
  return layout
}
