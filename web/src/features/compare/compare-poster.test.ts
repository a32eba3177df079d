import { expect, test } from 'vitest'
import { buildComparedRow, buildComparison, buildProvenance, statedCell } from '../../../test/company-builders.ts'
import { posterComparisonOf } from './compare-poster.ts'

const pair = (text: string, other: string) => [statedCell(text), statedCell(other)]

test('a poster shows differences first, and neither persons nor risks', () => {
  const { rows } = posterComparisonOf(
    buildComparison(2, {
      facts: [
        buildComparedRow('登记状态', pair('存续', '存续')),
        buildComparedRow('负责人', pair('演示甲', '演示乙'), { fact: 'leader' }),
        buildComparedRow('实缴资本', [statedCell('150 万元'), { state: 'unrecorded' }]),
        buildComparedRow('成立', pair('2018-01-27', '2011-12-16')),
      ],
      risks: [buildComparedRow('行政处罚', pair('1 条', '0 条'), { fact: 'risk', kind: 'punishment' })],
    }),
  )
  expect(rows.map(({ label }) => label)).toEqual(['成立', '实缴资本', '登记状态'])
  expect(rows[1]?.values).toEqual([{ text: '150 万元', note: null }, null])
})

test('a poster leaves out rows whose sources do not fit', () => {
  const facts = ['甲', '乙', '丙', '丁', '戊'].map((label, at) =>
    buildComparedRow(
      label,
      pair('1', '2').map((cell) => ({ ...cell, source: buildProvenance({ sourceId: at === 4 ? 's0' : `s${at}` }) })),
    ),
  )
  const { rows, sources } = posterComparisonOf(buildComparison(2, { facts }))
  expect(rows.map(({ label }) => label)).toEqual(['甲', '乙', '丙', '戊'])
  expect(sources.map(({ subject }) => subject)).toEqual(['甲、戊', '乙', '丙'])
})
