import type { OwnershipTree } from '@baiqicha/contract/ownership'
import type { ReportChart } from './report-document.ts'
import { percentText } from './report-values.ts'

/** Width of the text of a page. Lengths are in points. */
export const CHART_WIDTH = 483
/** Nodes of a level that are drawn, as in the chart of the web app; the others are a number. */
const SHOWN = 4
/** Nodes side by side: more would be too narrow for a name. */
const MOST_COLUMNS = 6
const [GAP, REACH] = [8, 34]
const BOX = { width: 108, height: 52 }
const ROOT = { width: 240, height: 36 }
/** Note of a holder whose own holders are not drawn. */
const NEXT_IN_LIST = '其股东见列表'
/** Height of the part of a line beside which a share is printed. */
const SHARE_REACH = 16

type Direction = 'up' | 'down'
type ChartNode = { name: string; share: string; notes: string[]; next: ChartLevel }
type ChartLevel = { nodes: readonly ChartNode[]; hidden: number }
type Part = Pick<ReportChart, 'boxes' | 'shares' | 'lines'>

const restTexts = {
  up: (count: number) => `其余 ${count} 个股东`,
  down: (count: number) => `其余 ${count} 家企业`,
}

/** The level below a row, or below the company of the tree, `depth` levels deep. */
function levelOf(tree: OwnershipTree, parent: number | null, depth: number, hidden: number): ChartLevel {
  const own = tree.rows
    .flatMap((row, at) => (row.parent === parent ? [{ row, at, held: tree.holdings[row.holding] }] : []))
    .toSorted((one, other) => (other.held?.share ?? -1) - (one.held?.share ?? -1))
  const nodes = own.slice(0, SHOWN).map(({ row, at, held }): ChartNode => {
    const node = tree.nodes.find(({ key }) => key === row.node)
    const next = levelOf(tree, at, depth - 1, row.hidden)
    const isCut = depth === 1 && (next.nodes.length > 0 || next.hidden > 0)
    const notes = [
      row.isCircular ? '循环持股' : null,
      node?.isAbroad === true ? '境外' : null,
      held?.isDisputed === true ? '异议处理中' : null,
      isCut ? NEXT_IN_LIST : null,
    ]
    return {
      name: node?.name ?? '-',
      share: held?.share == null ? '比例未公示' : percentText(held.share),
      notes: notes.filter((note) => note !== null),
      next: depth === 1 ? { nodes: [], hidden: 0 } : next,
    }
  })
  return { nodes, hidden: own.length - nodes.length + hidden }
}

const columnsOf = ({ nodes, hidden }: ChartLevel): number =>
  nodes.reduce((sum, { next }) => sum + Math.max(1, columnsOf(next)), hidden > 0 ? 1 : 0)

/** As many levels as fit side by side. */
function fittingLevel(tree: OwnershipTree, depth: number): ChartLevel {
  const level = levelOf(tree, null, depth, tree.hidden)
  return depth > 1 && columnsOf(level) > MOST_COLUMNS ? fittingLevel(tree, depth - 1) : level
}

const depthOf = ({ nodes, hidden }: ChartLevel): number =>
  nodes.length === 0 && hidden === 0 ? 0 : 1 + Math.max(0, ...nodes.map(({ next }) => depthOf(next)))

/** Places one direction. The edge of the company is at y = 0. */
function partOf(level: ChartLevel, direction: Direction, width: number, middle: number): Part {
  const part: Part = { boxes: [], shares: [], lines: [] }
  const left = middle - (columnsOf(level) * (width + GAP) - GAP) / 2
  const sign = direction === 'up' ? -1 : 1
  const nearOf = (depth: number) => sign * (REACH + depth * (BOX.height + REACH))
  let column = 0

  function connect(from: number, to: number, depth: number, hasArrow: boolean) {
    const near = nearOf(depth)
    const points: [number, number][] = [
      [from, near],
      [from, near - sign * SHARE_REACH],
      [to, near - sign * SHARE_REACH],
      [to, near - sign * REACH],
    ]
    // A share is held by the upper of the two.
    part.lines.push({ points: direction === 'up' ? points : points.toReversed(), hasArrow })
  }

  function addBox(x: number, depth: number, box: Pick<ReportChart['boxes'][number], 'title' | 'note' | 'kind'>) {
    const near = nearOf(depth)
    const y = direction === 'up' ? near - BOX.height : near
    part.boxes.push({ ...box, x: x - width / 2, y, width, height: BOX.height })
  }

  const nextColumn = () => left + width / 2 + column++ * (width + GAP)

  /** Middles of the boxes of a level. */
  function place({ nodes, hidden }: ChartLevel, depth: number): { x: number; hasArrow: boolean }[] {
    const middles = nodes.map(({ name, share, notes, next }) => {
      const inner = place(next, depth + 1)
      const x = inner.length === 0 ? nextColumn() : ((inner[0]?.x ?? 0) + (inner.at(-1)?.x ?? 0)) / 2
      for (const one of inner) connect(one.x, x, depth + 1, one.hasArrow)
      addBox(x, depth, { title: name, note: notes.join(' · '), kind: 'node' })
      part.shares.push({ x: x + 5, y: direction === 'up' ? nearOf(depth) + 3 : nearOf(depth) - 13, text: share })
      return { x, hasArrow: true }
    })
    if (hidden === 0) return middles
    const x = nextColumn()
    addBox(x, depth, { title: restTexts[direction](hidden), note: '', kind: 'rest' })
    return [...middles, { x, hasArrow: false }]
  }
  for (const { x, hasArrow } of place(level, 0)) connect(x, middle, 0, hasArrow)
  return part
}

const moved = (part: Part, by: number): Part => ({
  ...part,
  boxes: part.boxes.map((box) => ({ ...box, y: box.y + by })),
  shares: part.shares.map((share) => ({ ...share, y: share.y + by })),
  lines: part.lines.map(({ points, hasArrow }) => ({
    points: points.map(([x, y]) => [x, y + by] as [number, number]),
    hasArrow,
  })),
})

/**
 * The chart of shareholders above a company and of its investments below it, at most one page high. null: no holding is known.
 */
export function ownershipChart(
  name: string,
  { up, down }: { up: OwnershipTree; down: OwnershipTree },
  levels: number,
): ReportChart | null {
  const [holders, investments] = [fittingLevel(up, levels), levelOf(down, null, 1, down.hidden)]
  const columns = Math.max(columnsOf(holders), columnsOf(investments))
  if (columns === 0) return null
  const width = Math.min(BOX.width, (CHART_WIDTH - GAP * (columns - 1)) / columns)
  const middle = CHART_WIDTH / 2
  const above = depthOf(holders) * (BOX.height + REACH)
  const parts = [
    moved(partOf(holders, 'up', width, middle), above),
    moved(partOf(investments, 'down', width, middle), above + ROOT.height),
  ]
  const root = { title: name, note: '', kind: 'root' as const, x: middle - ROOT.width / 2, y: above, ...ROOT }
  return {
    type: 'chart',
    alt: `股权结构图：${name}，上方为股东，下方为对外投资`,
    height: above + ROOT.height + depthOf(investments) * (BOX.height + REACH),
    boxes: [root, ...parts.flatMap(({ boxes }) => boxes)],
    shares: parts.flatMap(({ shares }) => shares),
    lines: parts.flatMap(({ lines }) => lines),
  }
}
