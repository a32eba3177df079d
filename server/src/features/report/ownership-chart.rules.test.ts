import { type OwnershipTree } from '@baiqicha/contract/ownership'
import { expect, it } from 'vitest'
import { CHART_WIDTH, ownershipChart } from './ownership-chart.rules.ts'

type Holder = { name: string; share: number | null; holders?: Holder[]; hidden?: number }

/** The tree of a company whose holders, or investments, are given. */
function buildTree(holders: readonly Holder[], hidden = 0): OwnershipTree {
  const tree: OwnershipTree = {
    company: { id: 'c-1', name: '澜山演示贸易有限公司', region: null, creditCode: null, isDemo: true },
    nodes: [],
    holdings: [],
    connected: true,
    sources: [],
    parents: [],
    rows: [],
    hidden,
    isPartial: false,
  }
  const add = (level: readonly Holder[], parent: number | null) => {
    for (const { name, share, holders: next = [], hidden: more = 0 } of level) {
      const key = `n-${tree.rows.length}`
      tree.nodes.push({ key, name, companyId: null, kind: 'company', isAbroad: false })
      tree.holdings.push({
        holder: key,
        company: 'c-1',
        share,
        basis: '工商登记',
        amount: null,
        isDisputed: false,
        asOf: null,
        sources: [],
      })
      const at = tree.rows.push({ node: key, parent, holding: tree.rows.length, isCircular: false, hidden: more }) - 1
      add(next, at)
    }
  }
  add(holders, null)
  return tree
}

const none = buildTree([])
const chartOf = (up: OwnershipTree, down = none) => {
  const chart = ownershipChart('澜山演示贸易有限公司', { up, down }, 3)
  if (chart === null) throw new Error('no chart')
  return chart
}
const holder = (name: string, share: number | null = 10, holders: Holder[] = []): Holder => ({ name, share, holders })
const many = (count: number, holders: Holder[] = []) =>
  Array.from({ length: count }, (_, at) => holder(`演示股东${at}`, 30 - at, holders))

it('has no chart without a holding', () => {
  expect(ownershipChart('澜山演示贸易有限公司', { up: none, down: none }, 3)).toBeNull()
})

it('places holders above the company, their own above them, and investments below', () => {
  const up = buildTree([holder('演示甲', 60), holder('晨溪演示投资有限公司', 40, [holder('演示乙', 100)])])
  const { boxes, shares, lines } = chartOf(up, buildTree([holder('演示子公司', 51)]))
  const y = new Map(boxes.map((box) => [box.title, box.y]))
  const above = (one: string, other: string) => expect(y.get(one)).toBeLessThan(y.get(other) ?? Number.NaN)
  above('演示乙', '晨溪演示投资有限公司')
  above('晨溪演示投资有限公司', '澜山演示贸易有限公司')
  above('澜山演示贸易有限公司', '演示子公司')
  expect(y.get('演示甲')).toBe(y.get('晨溪演示投资有限公司'))
  expect(shares.map(({ text }) => text).toSorted()).toEqual(['100%', '40%', '51%', '60%'])
  expect(lines).toHaveLength(4)
})

it('draws the four largest holders and the number of the others', () => {
  const { boxes } = chartOf(buildTree([holder('演示未公示', null), ...many(6)], 5))
  expect(boxes.map(({ title }) => title)).toEqual([
    '澜山演示贸易有限公司',
    '演示股东0',
    '演示股东1',
    '演示股东2',
    '演示股东3',
    '其余 8 个股东',
  ])
})

it('draws fewer levels where the boxes would be too narrow, and refers to the list', () => {
  const { boxes } = chartOf(buildTree(many(4, many(4))))
  expect(boxes).toHaveLength(5)
  expect(boxes[1]).toMatchObject({ title: '演示股东0', note: '其股东见列表' })
})

it.each([
  ['one holder', buildTree(many(1))],
  ['many holders', buildTree(many(9), 300)],
  ['three levels', buildTree(many(2, many(2, [holder('演示甲')])))],
  ['a long way', buildTree(many(1, many(1, many(1, many(1)))))],
])('of %s fits its page without an overlap', (_what, up) => {
  const { boxes, height } = chartOf(up, buildTree(many(8)))
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(-0.01)
    expect(box.x + box.width).toBeLessThanOrEqual(CHART_WIDTH + 0.01)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
  }
  expect(height).toBeLessThan(700)
  const overlapping = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  )
  expect(overlapping).toEqual([])
})
