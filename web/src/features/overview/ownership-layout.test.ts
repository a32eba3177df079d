import { describe, expect, it, test } from 'vitest'
import type { OwnershipNode } from './ownership.ts'
import { foldLevel, GAP, layOutLevels } from './ownership-layout.ts'

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
