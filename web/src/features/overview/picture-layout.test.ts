import { describe, expect, it, test } from 'vitest'
import type { OwnershipNode } from './ownership.ts'
import { type Box, inBands, layOutPicture, type PlacedPicture, toggleBox } from './picture-layout.ts'

const node = (path: string, overrides: Partial<OwnershipNode> = {}): OwnershipNode => ({
  path,
  name: '澜山演示企业管理咨询合伙企业（有限合伙）',
  companyId: path,
  percent: 50,
  isPerson: false,
  isAbroad: false,
  shares: [50],
  isCircular: false,
  parentNote: null,
  isBeyond: true,
  state: 'closed',
  children: [],
  isCovered: true,
  unread: 0,
  ...overrides,
})
const nodes = (count: number, prefix = 'n') =>
  Array.from({ length: count }, (_, at) => node(`${prefix}${at}`, { percent: count - at }))

const tapOf = (textSize: number) => (textSize > 14 ? 60 : 44)
const draw = (
  up: readonly OwnershipNode[],
  down: readonly OwnershipNode[],
  width = 375,
  textSize = 12,
): PlacedPicture =>
  layOutPicture(
    {
      name: '澜山演示贸易有限公司',
      companyId: 'root',
      up: { nodes: up, unread: 0 },
      down: { nodes: down, unread: 0 },
    },
    { space: { width, textSize }, tap: tapOf(textSize), isUnfolded: () => false },
  )

const overlaps = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const opened = (of: OwnershipNode, children: readonly OwnershipNode[]): OwnershipNode => ({
  ...of,
  state: 'open',
  children,
})
const pictures = {
  'a company alone': [[], []],
  'three above and two below': [nodes(3, 'u'), nodes(2, 'd')],
  'ten above': [nodes(10), []],
  'a level above another': [[opened(node('a'), nodes(2, 'a ')), node('b')], nodes(1, 'd')],
  'a level below another in a stack': [[], [opened(node('a'), nodes(9, 'a ')), node('b')]],
} satisfies Record<string, [OwnershipNode[], OwnershipNode[]]>

describe.each(Object.entries(pictures))('the picture of %s', (_, [up, down]) => {
  it.each([
    [320, 12],
    [375, 12],
    [375, 18.2],
    [428, 12],
  ])(
    'at %i px with text of %d px has no node over another, none and no button over the edge, and text inside its node',
    (width, textSize) => {
      const { places, root, height, ...picture } = draw(up, down, width, textSize)
      const boxes = [root, ...places]
      const tap = tapOf(textSize)
      const buttons = places.flatMap((place) => (place.type === 'node' ? (toggleBox(place, tap) ?? []) : []))
      for (const [at, box] of boxes.entries()) {
        expect(boxes.slice(at + 1).filter((other) => overlaps(box, other))).toEqual([])
      }
      for (const box of [...boxes, ...buttons]) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(picture.width)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.y + box.height).toBeLessThanOrEqual(height)
      }
      expect(height - Math.max(...[...boxes, ...buttons].map((box) => box.y + box.height))).toBeLessThanOrEqual(16)
      expect(root.x + root.width / 2).toBeCloseTo(width / 2)
      for (const place of places) {
        const texts = place.type === 'node' ? [place.name, place.notes] : [place.name]
        for (const { y, lines } of texts.filter(({ lines: own }) => own.length > 0)) {
          expect(y).toBeGreaterThan(place.y)
          expect(y + (lines.length - 1) * textSize * 1.4).toBeLessThan(place.y + place.height)
        }
      }
    },
  )

  it('has a line from every node', () => {
    const { places, lines } = draw(up, down)
    const ends = new Set(lines.map(({ path }) => path))
    expect(places.filter(({ type, key }) => type === 'node' && !ends.has(key))).toEqual([])
    expect(lines.filter(({ way }) => /NaN|undefined|\{/.test(way))).toEqual([])
  })
})

test('five levels fit the narrowest page in large text, and arithmetic that is too long shows its result', () => {
  const levels = ['a', 'a b', 'a b c', 'a b c d', 'a b c d e']
  const chain = levels.reduceRight<OwnershipNode[]>((children, path, at) => {
    const of = node(path, { name: '演示科技发展有限公司', shares: Array.from({ length: at + 1 }, () => 60.25) })
    return [children.length === 0 ? { ...of, state: 'end' } : opened(of, children)]
  }, [])
  const { places, width } = draw([...chain, ...nodes(4)], [], 320, 17)
  const deepest = places.find(({ key }) => key === 'a b c d e')
  expect(width).toBe(320)
  expect((deepest?.x ?? 0) + (deepest?.width ?? 0)).toBeLessThanOrEqual(320 - 12)
  expect(deepest?.type === 'node' && deepest.notes.lines).toEqual(['= 7.94%'])
  const above = places.find(({ key }) => key === 'a b c d')
  expect(above?.type === 'node' && above.notes.lines).toEqual(['= 13.18%'])
})

test('a long text makes the nodes of its own level higher, not those of the others', () => {
  const short = { name: '演示甲', shares: [] }
  const long = { ...short, name: '澜山演示企业管理咨询合伙企业（有限合伙）第一分公司' }
  const { places } = draw([], [opened(node('a', short), [node('a b', long), node('a c', short)])])
  const [top, left, right] = ['a', 'a b', 'a c'].map((path) => places.find(({ key }) => key === path)?.height ?? 0)
  expect(left).toBe(right)
  expect(top).toBeLessThan(left ?? 0)
})

test('shareholders stand above the company and investments below', () => {
  const { root, places } = draw(nodes(2, 'u'), nodes(2, 'd'))
  const side = (direction: 'up' | 'down') => places.filter((place) => place.direction === direction)
  expect(Math.max(...side('up').map(({ y, height }) => y + height))).toBeLessThan(root.y)
  expect(Math.min(...side('down').map(({ y }) => y))).toBeGreaterThan(root.y + root.height)
})

test('a part of a picture has the places and lines that reach into its bands, and its whole size', () => {
  const whole = layOutPicture(
    {
      name: '澜山演示贸易有限公司',
      companyId: 'root',
      up: { nodes: nodes(200, 'u'), unread: 0 },
      down: { nodes: [], unread: 0 },
    },
    { space: { width: 375, textSize: 12 }, tap: 44, isUnfolded: () => true },
  )
  const part = inBands(whole, new Set([2]), 600)
  expect([part.width, part.height]).toEqual([whole.width, whole.height])
  expect(part.places).toEqual(whole.places.filter(({ y, height }) => y + height >= 1200 && y < 1800))
  expect(part.places.length).toBeLessThan(20)
  // Lines of the nodes above pass the band on their way to the company; those of the nodes below do not reach it.
  const paths = part.lines.map(({ path }) => path)
  expect(paths).toContain('u0')
  expect(paths).not.toContain('u199')
  expect(inBands(whole, new Set(), 600).places).toEqual([])
})
