import { expect, test } from 'vitest'
import type { OwnershipNode } from './ownership.ts'
import { layOutOwnership, NODE, type PositionedNode } from './ownership-layout.ts'

const node = (path: string, ...children: OwnershipNode[]): OwnershipNode => ({
  path,
  name: path,
  companyId: path,
  percent: 50,
  isPerson: false,
  isAbroad: false,
  isCircular: false,
  state: 'open',
  children,
  unread: 0,
})

const overlap = (one: PositionedNode, other: PositionedNode) =>
  Math.abs(one.x - other.x) < NODE.width && Math.abs(one.y - other.y) < NODE.height

test('nodes never overlap, whatever is expanded', () => {
  const up = [node('a', node('b'), node('c', node('d'), node('e'), node('f'))), node('g'), node('h', node('i'))]
  const { nodes, edges } = layOutOwnership(up, [node('j', node('k'), node('l'))])
  expect(nodes).toHaveLength(12)
  expect(edges).toHaveLength(12)
  for (const [at, one] of nodes.entries()) {
    for (const other of nodes.slice(at + 1))
      expect
        .soft([one.node.path, other.node.path, overlap(one, other)])
        .toEqual([one.node.path, other.node.path, false])
  }
})

test('shareholders are above the root, investments below', () => {
  const { nodes } = layOutOwnership([node('holder')], [node('holding')])
  expect(nodes.map(({ y }) => Math.sign(y))).toEqual([-1, 1])
})
