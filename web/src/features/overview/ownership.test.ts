import { describe, expect, it, test } from 'vitest'
import { type BuiltTreeRow, buildOwnershipTree } from '../../../test/record-builders.ts'
import {
  foldLevel,
  GAP,
  growOwnership,
  indirectShareText,
  type LoadedTree,
  layOutLevels,
  levelKey,
  type OwnershipNode,
  pathsOfWays,
} from './ownership.ts'

const holder = (name: string, companyId: string | null, share: number | null = 50, parent?: number): BuiltTreeRow => ({
  name,
  share,
  ...(companyId !== null && { companyId }),
  ...(parent !== undefined && { parent }),
})

const treeOf = (id: string, rows: readonly BuiltTreeRow[], overrides: Parameters<typeof buildOwnershipTree>[1] = {}) =>
  ({ state: 'ready', tree: buildOwnershipTree(rows, { id, ...overrides }) }) satisfies LoadedTree

const growTrees = (trees: Record<string, LoadedTree>, open: Iterable<string> = []) =>
  growOwnership(
    {
      direction: 'up',
      trees: new Map(Object.entries(trees).map(([id, one]) => [levelKey('up', id), one])),
      open: new Set(open),
    },
    'c-1',
  )
const grow = (rows: readonly BuiltTreeRow[], open: Iterable<string> = []) =>
  growTrees({ 'c-1': treeOf('c-1', rows) }, open)

const byName = (nodes: readonly OwnershipNode[], name: string) => nodes.find((node) => node.name === name)

test('a person, and a company without known holders, are leaves', () => {
  expect(grow([holder('演示甲', null), holder('澜山演示控股', 'c-2')])).toMatchObject([
    { name: '演示甲', isPerson: true, state: 'end', percent: 50 },
    { name: '澜山演示控股', isPerson: false, state: 'end' },
  ])
})

test('a company is collapsed until it is expanded, and opens what its answer has', () => {
  const rows = [holder('澜山演示控股', 'c-2'), holder('演示乙', null, 30, 0)]
  const [closed] = grow([{ ...rows[0], name: '澜山演示控股', hidden: 29 }, ...rows.slice(1)])
  expect(closed).toMatchObject({ state: 'closed', isBeyond: false })
  const [open] = grow([{ ...rows[0], name: '澜山演示控股', hidden: 29 }, ...rows.slice(1)], [closed?.path ?? ''])
  expect(open).toMatchObject({ state: 'open', unread: 29 })
  expect(open?.children.map(({ name }) => name)).toEqual(['演示乙'])
})

describe('a level beyond the answer', () => {
  const root = treeOf('c-1', [{ ...holder('澜山演示控股', 'c-2'), hidden: 3 }])

  it('is an answer of its own, which loads, fails or has rows', () => {
    const [closed] = growTrees({ 'c-1': root })
    expect(closed).toMatchObject({ state: 'closed', isBeyond: true })
    const open = [closed?.path ?? '']
    expect(growTrees({ 'c-1': root }, open)[0]?.state).toBe('loading')
    expect(growTrees({ 'c-1': root, 'c-2': { state: 'failed', tree: null } }, open)[0]?.state).toBe('failed')
    const [opened] = growTrees({ 'c-1': root, 'c-2': treeOf('c-2', [holder('演示乙', null)], { hidden: 2 }) }, open)
    expect(opened).toMatchObject({ state: 'open', unread: 2 })
    expect(opened?.children.map(({ name }) => name)).toEqual(['演示乙'])
  })

  it('without rows is known to be empty only where a source covers its company', () => {
    const open = growTrees({ 'c-1': root }).map(({ path }) => path)
    const isCovered = (connected: boolean) =>
      growTrees({ 'c-1': root, 'c-2': treeOf('c-2', [], { connected }) }, open)[0]?.isCovered
    expect([isCovered(true), isCovered(false)]).toEqual([true, false])
  })

  it('follows the sixth level, and any company where the answer is a part', () => {
    const six = Array.from({ length: 6 }, (_, at) =>
      holder(`演示${at}`, `c-${at + 2}`, 50, at === 0 ? undefined : at - 1),
    )
    const open = new Set<string>()
    open.has = () => true
    const deepest = (nodes: readonly OwnershipNode[]): OwnershipNode | undefined =>
      nodes[0]?.children.length ? deepest(nodes[0].children) : nodes[0]
    expect(
      deepest(growOwnership({ direction: 'up', trees: new Map([['up c-1', treeOf('c-1', six)]]), open }, 'c-1')),
    ).toMatchObject({ name: '演示5', state: 'loading', isBeyond: true })
    const part = treeOf('c-1', [holder('澜山演示控股', 'c-2')], { isPartial: true })
    expect(growTrees({ 'c-1': part })[0]?.state).toBe('closed')
  })
})

test('a 上级机构 is a node without share beside the holders, or noted at the holder that it is', () => {
  const source = { sourceId: 'gleif', sourceName: 'GLEIF', sourceUrl: null, asOf: '2026-09-01' }
  const parents = [
    { role: '上级机构', name: '澜山演示控股', companyId: 'c-2', source },
    { role: '最终上级机构', name: 'Lan Demo Group PLC', companyId: null, source },
  ] as const
  const tree = treeOf('c-1', [holder('澜山演示控股', 'c-2', 60)], { parents: [...parents] })
  expect(growTrees({ 'c-1': tree })).toMatchObject([
    { name: 'Lan Demo Group PLC', percent: null, parentNote: '最终上级机构 · GLEIF', state: 'end' },
    { name: '澜山演示控股', percent: 60, parentNote: '上级机构 · GLEIF' },
  ])
})

describe('an indirect share', () => {
  const rows = [
    holder('澜山演示控股', 'c-2', 22.5),
    holder('演示戊', null, 34.2),
    holder('演示戊', null, 62, 0),
    holder('澜山演示创投', 'c-3', 38, 0),
    holder('演示己', null, null, 0),
    holder('演示庚', null, 33.333, 3),
  ]
  const [company, person] = grow(rows, ['up c-1 c-2', 'up c-1 c-2 c-3'])

  it('is the product of the shares on the way to the root, with its arithmetic', () => {
    const beyond = company?.children ?? []
    expect(beyond.map(indirectShareText)).toEqual(['62% × 22.5% = 13.95%', '38% × 22.5% = 8.55%', null])
    expect(beyond[1]?.children.map(indirectShareText)).toEqual(['33.33% × 38% × 22.5% = 2.85%'])
  })

  it('is no share of the first level, of a cycle, or beyond a share that is not published', () => {
    expect([company, person].map((node) => node && indirectShareText(node))).toEqual([null, null])
    expect(indirectShareText({ shares: [50, 50], isCircular: true })).toBeNull()
    expect(indirectShareText({ shares: [50, null, 50], isCircular: false })).toBeNull()
  })
})

describe('circular ownership', () => {
  const rows = [
    holder('澜山演示控股', 'c-2'),
    holder('澜山演示贸易', 'c-1', 50, 0),
    holder('澜山演示控股', 'c-2', 50, 0),
    holder('演示丙', null, 50, 0),
  ]

  it('is marked where a company appears among its own ancestors, and ends there', () => {
    const path = grow(rows)[0]?.path ?? ''
    const beyond = grow(rows, [path])[0]?.children ?? []
    expect(byName(beyond, '澜山演示贸易')).toMatchObject({ isCircular: true, state: 'end' })
    expect(byName(beyond, '澜山演示控股')).toMatchObject({ isCircular: true, state: 'end' })
    expect(byName(beyond, '演示丙')?.isCircular).toBe(false)
  })

  it('ends even when every path is expanded', () => {
    const anyPath = new Set<string>()
    anyPath.has = () => true
    const trees = new Map([[levelKey('up', 'c-1'), treeOf('c-1', rows)]])
    const nodes = growOwnership({ direction: 'up', trees, open: anyPath }, 'c-1')
    expect(nodes[0]?.children.every(({ children }) => children.length === 0)).toBe(true)
  })

  it('is not two paths to the same company: each expands by itself', () => {
    const twice = [
      holder('澜山演示一', 'c-2'),
      holder('澜山演示二', 'c-3'),
      { ...holder('澜山演示源', 'c-4', 50, 0), hidden: 1 },
      { ...holder('澜山演示源', 'c-4', 50, 1), hidden: 1 },
    ]
    const paths = grow(twice).map(({ path }) => path)
    const sources = grow(twice, paths).flatMap(({ children }) => children)
    expect(sources.map(({ isCircular, state }) => ({ isCircular, state }))).toEqual([
      { isCircular: false, state: 'closed' },
      { isCircular: false, state: 'closed' },
    ])
    expect(new Set(sources.map(({ path }) => path)).size).toBe(2)
  })
})

test('a way marks its companies by id and its person by name, and no other branch', () => {
  const rows = [
    holder('澜山演示控股', 'c-2'),
    holder('演示甲', null),
    holder('演示甲', null, 50, 0),
    holder('演示乙', null, 50, 0),
  ]
  const path = `${levelKey('up', 'c-1')} c-2`
  const way = [
    { companyId: 'c-2', name: '澜山演示控股' },
    { companyId: null, name: '演示甲' },
  ]
  expect(pathsOfWays(grow(rows, [path]), [way])).toEqual([path, `${path} n:演示甲`])
  expect(pathsOfWays(grow(rows, [path]), [])).toEqual([])
})

const node = (path: string, overrides: Partial<OwnershipNode> = {}): OwnershipNode => ({
  path,
  name: path,
  companyId: path,
  percent: 50,
  isPerson: false,
  isAbroad: false,
  shares: [],
  isCircular: false,
  parentNote: null,
  isBeyond: true,
  state: 'open',
  children: [],
  isCovered: true,
  unread: 0,
  ...overrides,
})

/** A level of the given size, of which the first 20 are loaded, smallest share first. */
function levelOf(total: number) {
  const nodes = Array.from({ length: Math.min(total, 20) }, (_, at) => node(`n${at + 1}`, { percent: at + 1 }))
  return { nodes, unread: total - nodes.length }
}

const TEXT = 12
/** Large text is 1.3 times a text of 14. */
const LARGE_TEXT = 18.2

describe('the shape of a level', () => {
  test.each([
    [1, 'row', 'row', 'row', 'row'],
    [2, 'row', 'row', 'row', 'row'],
    [3, 'row', 'row', 'row', 'stack'],
    [4, 'stack', 'stack', 'row', 'stack'],
    [5, 'stack', 'stack', 'stack', 'stack'],
    [10, 'stack', 'stack', 'stack', 'stack'],
    [300, 'stack', 'stack', 'stack', 'stack'],
  ])('of %i nodes at 320, 375 and 428 px, and at 375 px with large text', (total, ...shapes) => {
    const level = levelOf(total)
    const spaces = [
      { width: 320, textSize: TEXT },
      { width: 375, textSize: TEXT },
      { width: 428, textSize: TEXT },
      { width: 375, textSize: LARGE_TEXT },
    ]
    expect(spaces.map((space) => layOutLevels(level, space).shape)).toEqual(shapes)
  })

  it.each([320, 375, 428])('keeps nodes inside a page of %i px, with eight characters in a line', (width) => {
    for (const textSize of [TEXT, LARGE_TEXT]) {
      for (const total of [1, 2, 3, 4]) {
        const chart = layOutLevels(levelOf(total), { width, textSize })
        if (chart.shape === 'stack') continue
        expect(chart.nodeWidth).toBeGreaterThanOrEqual(8 * textSize)
        expect(total * chart.nodeWidth + (total + 1) * GAP).toBeLessThanOrEqual(width)
      }
    }
  })

  it('is a stack once an expanded company makes the level too wide, or has more than four', () => {
    const space = { width: 375, textSize: TEXT }
    const [a, b] = [node('a'), node('b')]
    expect(layOutLevels({ nodes: [a, node('c', { children: [b] })], unread: 0 }, space).shape).toBe('row')
    const wide = node('c', { children: [node('d'), node('e'), node('f')] })
    expect(layOutLevels({ nodes: [a, wide], unread: 0 }, space).shape).toBe('stack')
    const many = node('c', { children: [b], unread: 29 })
    expect(layOutLevels({ nodes: [many], unread: 0 }, space).shape).toBe('stack')
  })
})

describe('a folded level', () => {
  test.each([
    [1, ['n1'], 0],
    [2, ['n2', 'n1'], 0],
    [3, ['n3', 'n2', 'n1'], 0],
    [4, ['n4', 'n3', 'n2', 'n1'], 0],
    [5, ['n5', 'n4', 'n3', 'n2'], 1],
    [10, ['n10', 'n9', 'n8', 'n7'], 6],
    [300, ['n20', 'n19', 'n18', 'n17'], 296],
  ])('of %i nodes shows the first four by share and counts the others', (total, names, hidden) => {
    const folded = foldLevel(levelOf(total), false)
    expect(folded.shown.map(({ name }) => name)).toEqual(names)
    expect(folded.hidden).toBe(hidden)
  })

  it('unfolds to all that are loaded', () => {
    expect(foldLevel(levelOf(10), true)).toMatchObject({ hidden: 0, shown: { length: 10 } })
    expect(foldLevel(levelOf(300), true)).toMatchObject({ hidden: 280, shown: { length: 20 } })
  })

  it('puts a 上级机构 without share first', () => {
    const nodes = [node('most', { percent: 60 }), node('parent', { percent: null, parentNote: '上级机构 · GLEIF' })]
    expect(foldLevel({ nodes, unread: 0 }, false).shown.map(({ name }) => name)).toEqual(['parent', 'most'])
  })

  it('puts an unknown share last', () => {
    const nodes = [node('unknown', { percent: null }), node('none', { percent: 0 }), node('all', { percent: 100 })]
    expect(foldLevel({ nodes, unread: 0 }, false).shown.map(({ name }) => name)).toEqual(['all', 'none', 'unknown'])
  })
})
