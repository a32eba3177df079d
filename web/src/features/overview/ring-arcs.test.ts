import { describe, expect, it, test } from 'vitest'
import { buildRecordRow } from '../../../test/record-builders.ts'
import { barColour, ringArcsOf } from './ring-arcs.ts'

const holders = (...shares: (number | null)[]) =>
  shares.map((percent, at) =>
    buildRecordRow('shareholderInfo', { id: `r-${at}`, fields: { name: `演示第${at + 1}`, percent } }),
  )

test.each([
  ['sum to the whole', [60, 40], true],
  ['sum to it within the rounding of a source', [33.33, 33.33, 33.33], true],
  ['fall short of it', [60, 39.98], false],
  ['exceed it', [60, 40.02], false],
  ['are not all stated', [60, 40, null], false],
  ['are those of the ten largest holders only', [34.2, 22.5], false],
  ['are none', [], false],
])('the ring for shares that %s', (_name, shares, isDrawn) => {
  expect(ringArcsOf(holders(...shares)) !== null).toBe(isDrawn)
})

describe('the parts', () => {
  it('follow one another clockwise, largest first', () => {
    expect(ringArcsOf(holders(40, 60))?.map(({ name, from, to, colour }) => ({ name, from, to, colour }))).toEqual([
      { name: '演示第2', from: 0, to: 60, colour: 1 },
      { name: '演示第1', from: 60, to: 100, colour: 2 },
    ])
  })

  it('are at most six: the last combines the rest', () => {
    const parts = ringArcsOf(holders(40, 20, 10, 10, 5, 5, 5, 5)) ?? []
    expect(parts.map(({ name }) => name).slice(4)).toEqual(['演示第5', '其他 3 名'])
    expect(parts.at(-1)).toMatchObject({ percent: 15, to: 100, colour: 6 })
  })

  it('are six for six shareholders', () => {
    expect(ringArcsOf(holders(50, 10, 10, 10, 10, 10))?.at(-1)?.name).toBe('演示第6')
  })
})

test('a bar has the colour of its part of the ring, and one colour when there is no ring', () => {
  const parts = ringArcsOf(holders(40, 20, 10, 10, 5, 5, 5, 5))
  expect(['r-0', 'r-1', 'r-4', 'r-5', 'r-7'].map((id) => barColour(parts, id))).toEqual([1, 2, 5, 6, 6])
  expect(['r-0', 'r-7'].map((id) => barColour(null, id))).toEqual([2, 2])
})
