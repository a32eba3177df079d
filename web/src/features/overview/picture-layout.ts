import { charactersOf, fitText } from '../../domain/share/wrap-text.ts'
import {
  type ChartLevel,
  type ChartSpace,
  countWords,
  type Direction,
  foldLevel,
  GAP,
  indirectShareText,
  layOutLevels,
  type OwnershipNode,
  restLabel,
  SHOWN,
  shareText,
} from './ownership.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** A text with the middle of its first line. */
export type PlacedText = { x: number; y: number; lines: readonly string[]; align: 'start' | 'middle' | 'end' }

type Placed = Box & {
  /** Path of the node in its tree; `rest` and the path of the level for those that are not shown. */
  key: string
  direction: Direction
  name: PlacedText
}
export type PlacedNode = Placed & {
  type: 'node'
  node: OwnershipNode
  notes: PlacedText
  percent: PlacedText
  /** Middle of the button of the next level; null: there is none. */
  toggle: { x: number; y: number } | null
}
/** Shareholders or investments that are not shown: unfolds them, or leads to the list. */
export type PlacedRest = Placed & {
  type: 'fold' | 'all'
  path: string
  companyId: string
  isUnfolded: boolean
  label: string
}

/** A line between nodes. `paths`: of the nodes whose way to the root it is a part of. */
export type PlacedLine = { key: string; way: string; path: string; hasArrow: boolean }

export type PlacedPicture = {
  width: number
  height: number
  root: Box & { name: PlacedText }
  places: readonly (PlacedNode | PlacedRest)[]
  lines: readonly PlacedLine[]
}

type Tree = Record<Direction, ChartLevel> & { name: string; companyId: string }
export type PictureOptions = {
  space: ChartSpace
  /** px of a control that a finger hits. */
  tap: number
  /** Whether a level shows more than its first nodes, by its path. */
  isUnfolded: (path: string) => boolean
}

/** Edge of the page, and length of a line to the root. px. */
const [EDGE, REACH] = [16, 28]
/** In a stack: from a node to the line of its next level, and from the line to the nodes. px. */
const INDENTS = { wide: [12, 20], narrow: [8, 12] } as const
/** Characters of a line below which large text leaves deep levels too little of a narrow page. */
const NARROW = 24
/** Height of a line of text, as a part of its size. */
export const LINE = 1.4
/** Part of the button of the next level that lies on its node, side by side. px. */
export const TOGGLE_INSET = 10
/** Narrowest node of a stack: deeper levels reach over the edge of the page. px. */
const NARROWEST_ROW = 180

/** Width of a text: Han characters are as wide as high, others a little more than half. */
export const measureText = (text: string, size: number) =>
  charactersOf(text).reduce((sum, one) => sum + (/[\u2e80-\uffef]/.test(one) ? size : size * 0.62), 0)

const fit = (text: string, width: number, size: number, lines: number) =>
  fitText(text, { width, steps: [{ size, lines }], measure: measureText }).lines

/** What a node says below its name: marks, states, and the product of an indirect share. */
export function nodeNotes(node: OwnershipNode): string[] {
  const { isCircular, isAbroad, parentNote, state, children, isCovered } = node
  const emptyText = isCovered ? '未查询到' : '未接入'
  const stateText = {
    loading: '正在加载…',
    failed: '加载失败',
    open: children.length === 0 ? emptyText : null,
    end: null,
    closed: null,
  }
  const notes = [
    parentNote,
    isCircular ? '循环持股' : null,
    isAbroad ? '境外' : null,
    isCircular ? null : stateText[state],
  ]
  return [notes.filter((note) => note !== null).join(' · '), indirectShareText(node) ?? ''].filter(
    (note) => note !== '',
  )
}

/** Lines of a note. Of arithmetic that is too long the result remains, in one line: a figure is never broken. */
function fitNote(note: string, width: number, size: number, most: number): readonly string[] {
  const lines = fit(note, width, size, most)
  const result = note.lastIndexOf('= ')
  return result > 0 && lines.join('').endsWith('…') ? [note.slice(result)] : lines
}

/** Label of the nodes of a level that are not shown; null: all are. */
function restOf(level: ChartLevel, direction: Direction, isUnfolded: boolean): Pick<PlacedRest, 'type' | 'label'>[] {
  const { hidden } = foldLevel(level, isUnfolded)
  const canFold = level.nodes.length > SHOWN
  return [
    ...(hidden > 0 && (isUnfolded || !canFold)
      ? [{ type: 'all' as const, label: `${restLabel(hidden, direction)}，见列表` }]
      : []),
    ...(canFold
      ? [
          {
            type: 'fold' as const,
            label: isUnfolded ? `收起，仅看前 ${SHOWN} ${countWords[direction]}` : restLabel(hidden, direction),
          },
        ]
      : []),
  ]
}

/** What a finger hits of the button of the next level: beside the name in a stack, at the edge away from the root side by side. */
export function toggleBox({ toggle, name, direction, x, y, width, height }: PlacedNode, tap: number): Box | null {
  if (toggle === null) return null
  const size = { width: tap, height: tap }
  if (name.align === 'start') return { x: x + width - tap, y: toggle.y - tap / 2, ...size }
  return { x: toggle.x - tap / 2, y: direction === 'up' ? y - tap + TOGGLE_INSET : y + height - TOGGLE_INSET, ...size }
}

type Part = { places: (PlacedNode | PlacedRest)[]; lines: PlacedLine[]; height: number; left: number; right: number }

/** Places nodes one per line. The next level stands below its company and indented, in both directions. */
function stackPart(level: ChartLevel, direction: Direction, companyId: string, options: PictureOptions): Part {
  const { space, tap, isUnfolded } = options
  const lineHeight = space.textSize * LINE
  const [inset, indent] = INDENTS[space.width / space.textSize < NARROW ? 'narrow' : 'wide']
  const places: Part['places'] = []
  const lines: PlacedLine[] = []
  let [y, right] = [0, space.width]

  function rows(of: ChartLevel, owner: string, path: string, spine: number, from: number | null) {
    const x = spine + indent
    const width = Math.max(NARROWEST_ROW, space.width - EDGE - x)
    right = Math.max(right, x + width + EDGE)
    const middles: { y: number; path: string }[] = []
    for (const node of foldLevel(of, isUnfolded(path)).shown) {
      const percentWidth = measureText(shareText(node), space.textSize) + space.textSize
      const room = width - 20 - percentWidth - (node.state === 'end' ? 0 : tap - 8)
      const [name, notes] = [
        fit(node.name, room, space.textSize, 5),
        nodeNotes(node).flatMap((note) => fitNote(note, room, space.textSize, 3)),
      ]
      const height = Math.max(tap, (name.length + notes.length) * lineHeight + 12)
      const top = y + (height - (name.length + notes.length - 1) * lineHeight) / 2
      const hasToggle = node.state !== 'end'
      places.push({
        type: 'node',
        key: node.path,
        direction,
        node,
        x,
        y,
        width,
        height,
        name: { x: x + 12, y: top, lines: name, align: 'start' },
        notes: { x: x + 12, y: top + name.length * lineHeight, lines: notes, align: 'start' },
        percent: {
          x: x + width - (hasToggle ? tap - 4 : 12),
          y: y + height / 2,
          lines: [shareText(node)],
          align: 'end',
        },
        toggle: hasToggle ? { x: x + width - tap / 2, y: y + height / 2 } : null,
      })
      const middle = y + height / 2
      middles.push({ y: middle, path: node.path })
      lines.push({
        key: `${node.path} elbow`,
        way: `M${spine} ${middle}H${x}`,
        path: node.path,
        hasArrow: direction === 'down',
      })
      const bottom = y + height
      y = bottom + GAP
      if (node.children.length > 0 && node.companyId !== null) {
        rows({ nodes: node.children, unread: node.unread }, node.companyId, node.path, x + inset, bottom)
      }
    }
    for (const rest of restOf(of, direction, isUnfolded(path))) {
      places.push({
        ...rest,
        key: `rest ${rest.type} ${path}`,
        direction,
        path,
        companyId: owner,
        isUnfolded: isUnfolded(path),
        x,
        y,
        width,
        height: tap,
        name: {
          x: x + width / 2,
          y: y + tap / 2,
          lines: fit(rest.label, width - 16, space.textSize, 1),
          align: 'middle',
        },
      })
      middles.push({ y: y + tap / 2, path: '' })
      lines.push({ key: `${path} ${rest.type}`, way: `M${spine} ${y + tap / 2}H${x}`, path: '', hasArrow: false })
      y += tap + GAP
    }
    // One line per node, so that the way of one can be marked: to its company above, or to the root.
    const root = direction === 'up' && from === null
    for (const middle of middles) {
      const end = root ? null : (from ?? -REACH / 2)
      lines.push({
        key: `${middle.path} ${middle.y} spine`,
        way: end === null ? `M${spine} ${middle.y}V{end}` : `M${spine} ${middle.y}V${end}`,
        path: middle.path,
        hasArrow: false,
      })
    }
  }
  rows(level, companyId, `root ${direction}`, EDGE, null)
  const height = y - GAP
  return {
    places,
    lines: lines.map((line) => ({ ...line, way: line.way.replace('{end}', String(height + REACH / 2)) })),
    height,
    left: 0,
    right,
  }
}

/** Places nodes side by side, each company in the middle of its next level. `y` grows away from the root. */
function rowPart(level: ChartLevel, direction: Direction, nodeWidth: number, { space, tap }: PictureOptions): Part {
  const lineHeight = space.textSize * LINE
  const textsOf = (node: OwnershipNode) => ({
    name: fit(node.name, nodeWidth - 8, space.textSize, 4),
    notes: nodeNotes(node).flatMap((note) => fitNote(note, nodeWidth - 8, space.textSize, 2)),
  })
  /** Height of the nodes of each level. */
  const heights: number[] = []
  for (let nodes = level.nodes; nodes.length > 0; nodes = nodes.flatMap(({ children }) => children)) {
    const mostLines = Math.max(...nodes.map((node) => textsOf(node).name.length + textsOf(node).notes.length))
    heights.push(Math.max(tap + 12, mostLines * lineHeight + 2 * (TOGGLE_INSET + 4)))
  }
  const places: PlacedNode[] = []
  const lines: PlacedLine[] = []
  let cursor = 0
  /** Distance of the near edge of a level from the root. */
  const nearOf = (depth: number) => heights.slice(0, depth).reduce((sum, one) => sum + one + tap + REACH, tap + REACH)
  const yOf = (distance: number, size: number) => (direction === 'up' ? -distance - size : distance)

  function columns(nodes: readonly OwnershipNode[], depth: number): number[] {
    const height = heights[depth] ?? 0
    return foldLevel({ nodes, unread: 0 }, true).shown.map((node) => {
      const next = columns(node.children, depth + 1)
      const middle = next.length === 0 ? cursor + nodeWidth / 2 : ((next[0] ?? 0) + (next.at(-1) ?? 0)) / 2
      if (next.length === 0) cursor += nodeWidth + GAP
      const near = nearOf(depth)
      const y = yOf(near, height)
      const { name, notes } = textsOf(node)
      const top = y + (height - (name.length + notes.length - 1) * lineHeight) / 2
      const outer = direction === 'up' ? y : y + height
      places.push({
        type: 'node',
        key: node.path,
        direction,
        node,
        x: middle - nodeWidth / 2,
        y,
        width: nodeWidth,
        height,
        name: { x: middle, y: top, lines: name, align: 'middle' },
        notes: { x: middle, y: top + name.length * lineHeight, lines: notes, align: 'middle' },
        percent: { x: middle, y: yOf(near - tap / 2 - 4, 0), lines: [shareText(node)], align: 'middle' },
        toggle: node.state === 'end' ? null : { x: middle, y: outer },
      })
      for (const [at, child] of next.entries()) {
        const { path } = foldLevel({ nodes: node.children, unread: 0 }, true).shown[at] ?? node
        const [start, across, end] = [nearOf(depth + 1), near + height + REACH, near + height]
        lines.push({ key: `${path} edge`, way: edge(child, middle, { start, across, end }), path, hasArrow: true })
      }
      return middle
    })
  }
  /** From a node to the one nearer the root, or back where it is held. */
  function edge(from: number, to: number, { start, across, end }: { start: number; across: number; end: number }) {
    const [first, bend, last] = [yOf(start, 0), yOf(across, 0), yOf(end, 0)]
    return direction === 'up' ? `M${from} ${first}V${bend}H${to}V${last}` : `M${to} ${last}V${bend}H${from}V${first}`
  }
  const middles = columns(level.nodes, 0)
  const [left, right] = [-GAP, cursor]
  // In the middle of all columns, which fit the page, though not of its own level.
  const centre = (cursor - GAP) / 2
  for (const [at, middle] of middles.entries()) {
    const { path } = foldLevel(level, true).shown[at] ?? { path: '' }
    lines.push({
      key: `${path} edge`,
      way: edge(middle, centre, { start: nearOf(0), across: REACH, end: 0 }),
      path,
      hasArrow: true,
    })
  }
  const far = nearOf(heights.length) - tap - REACH
  // What a finger hits of the buttons of the last level reaches over it.
  const spare = places.some(({ toggle }) => Math.abs(toggle?.y ?? 0) > far - 1) ? tap - TOGGLE_INSET - GAP * 2 : 0
  const part = { places, lines, height: far + spare, left: left - centre, right: right - centre }
  return shifted(part, -centre, 0)
}

const movedText = (text: PlacedText, x: number, y: number): PlacedText => ({ ...text, x: text.x + x, y: text.y + y })

/** A way of absolute `M`, `H` and `V` with its coordinates moved. */
const movedWay = (way: string, x: number, y: number) =>
  way.replace(/([MHV])(-?[\d.]+)(?: (-?[\d.]+))?/g, (_, command: string, first: string, second?: string) =>
    second === undefined
      ? `${command}${Number(first) + (command === 'H' ? x : y)}`
      : `${command}${Number(first) + x} ${Number(second) + y}`,
  )

function shifted(part: Part, x: number, y: number): Part {
  return {
    ...part,
    places: part.places.map((place) => ({
      ...place,
      x: place.x + x,
      y: place.y + y,
      name: movedText(place.name, x, y),
      ...(place.type === 'node' && {
        notes: movedText(place.notes, x, y),
        percent: movedText(place.percent, x, y),
        toggle: place.toggle === null ? null : { x: place.toggle.x + x, y: place.toggle.y + y },
      }),
    })),
    lines: part.lines.map((line) => ({ ...line, way: movedWay(line.way, x, y) })),
  }
}

/** Vertical extent of a way of absolute `M`, `H` and `V`. */
function extentOf(way: string): readonly [number, number] {
  const ys = [...way.matchAll(/M[-\d.]+ (-?[\d.]+)|V(-?[\d.]+)/g)].map(([, start, end]) => Number(start ?? end))
  return [Math.min(...ys), Math.max(...ys)]
}

/** The parts of a picture that reach into one of its bands, which are `height` px each and counted from the top. */
export function inBands(picture: PlacedPicture, bands: ReadonlySet<number>, height: number): PlacedPicture {
  const isIn = (top: number, bottom: number) => {
    for (let band = Math.floor(top / height); band * height <= bottom; band += 1) if (bands.has(band)) return true
    return false
  }
  return {
    ...picture,
    places: picture.places.filter((place) => isIn(place.y, place.y + place.height)),
    lines: picture.lines.filter(({ way }) => isIn(...extentOf(way))),
  }
}

/** Places the company with its shareholders above and its investments below. The root is in the middle of the page. */
export function layOutPicture(tree: Tree, options: PictureOptions): PlacedPicture {
  const { space } = options
  const middle = space.width / 2
  const rootText = space.textSize + 1
  const rootWidth = Math.min(280, Math.max(188, measureText(tree.name, rootText) + 32), space.width - 2 * EDGE)
  const name = fit(tree.name, rootWidth - 32, rootText, 3)
  const rootHeight = Math.max(56, name.length * rootText * LINE + 20)
  const partOf = (direction: Direction) => {
    const level = tree[direction]
    if (level.nodes.length === 0) return null
    const chart = layOutLevels(level, space)
    return chart.shape === 'stack'
      ? { shape: chart.shape, part: stackPart(level, direction, tree.companyId, options) }
      : { shape: chart.shape, part: rowPart(level, direction, chart.nodeWidth, options) }
  }
  const [up, down] = [partOf('up'), partOf('down')]
  const rootTop = GAP * 2 + (up === null ? 0 : up.part.height + (up.shape === 'stack' ? REACH : 0))
  const rootBottom = rootTop + rootHeight
  const placed = [
    up === null ? null : up.shape === 'stack' ? shifted(up.part, 0, GAP * 2) : shifted(up.part, middle, rootTop),
    down === null
      ? null
      : down.shape === 'stack'
        ? shifted(down.part, 0, rootBottom + REACH)
        : shifted(down.part, middle, rootBottom),
  ].filter((part) => part !== null)
  const stems: PlacedLine[] = [
    ...(up?.shape === 'stack'
      ? [{ key: 'up stem', way: `M${EDGE} ${rootTop - REACH / 2}H${middle}V${rootTop}`, path: 'root', hasArrow: true }]
      : []),
    ...(down?.shape === 'stack'
      ? [
          {
            key: 'down stem',
            way: `M${middle} ${rootBottom}V${rootBottom + REACH / 2}H${EDGE}`,
            path: 'root',
            hasArrow: false,
          },
        ]
      : []),
  ]
  const width = Math.max(
    space.width,
    ...[up, down].map((one) => (one === null ? 0 : one.shape === 'stack' ? one.part.right : middle + one.part.right)),
  )
  return {
    width,
    height: rootBottom + (down === null ? 0 : down.part.height + (down.shape === 'stack' ? REACH : 0)) + GAP * 2,
    root: {
      x: middle - rootWidth / 2,
      y: rootTop,
      width: rootWidth,
      height: rootHeight,
      name: {
        x: middle,
        y: rootTop + (rootHeight - (name.length - 1) * rootText * LINE) / 2,
        lines: name,
        align: 'middle',
      },
    },
    places: placed.flatMap(({ places }) => places),
    lines: [...stems, ...placed.flatMap(({ lines }) => lines)],
  }
}
