import { describe, expect, it } from 'vitest'
import { buildComparedRow, buildComparison, buildProvenance, statedCell } from '../../../test/company-builders.ts'
import { comparisonOf, groupRows, hasSeveralPeriods, posterComparisonOf, readCompareParams } from './comparison.ts'

const stated = (text: string, note: string | null = null) => ({ state: 'stated', text, note }) as const
const unrecorded = { state: 'unrecorded' } as const
const unconnected = { state: 'unconnected' } as const
type Cells = Parameters<typeof comparisonOf>[0]['cells']

const facts = (...cells: Cells) => comparisonOf({ isByPeriod: false, cells })
const figures = (...cells: Cells) => comparisonOf({ isByPeriod: true, cells })

describe('a row', () => {
  it('is different when two stated values differ, and equal when all are stated and the same', () => {
    expect(facts(stated('存续'), stated('注销'))).toBe('different')
    expect(facts(stated('存续'), stated('存续'), stated('注销'))).toBe('different')
    expect(facts(stated('存续'), stated('存续'), stated('存续'))).toBe('equal')
  })

  it('ignores the date of the source of a value', () => {
    expect(facts(stated('500 万元', '2024-05'), stated('500 万元', '2026-06'))).toBe('equal')
  })

  it('never compares an absent value, be the other one 0', () => {
    for (const absent of [unrecorded, unconnected]) {
      for (const text of ['0 条', '120 人']) {
        expect(facts(stated(text), absent)).toBe('incomparable')
        expect(facts(absent, stated(text))).toBe('incomparable')
        expect(facts(stated(text), absent, stated(text))).toBe('incomparable')
      }
    }
    expect(facts(unrecorded, unconnected)).toBe('incomparable')
    expect(facts(stated('1 条'), unconnected, stated('2 条'))).toBe('different')
  })

  it('compares figures of one period only, and names several', () => {
    expect(figures(stated('120 人', '2021 年末'), stated('9 人', '2021 年末'))).toBe('different')
    expect(figures(stated('9 人', '2021 年末'), stated('9 人', '2021 年末'))).toBe('equal')
    expect(figures(stated('120 人', '2021 年末'), stated('9 人', '2020 年末'))).toBe('incomparable')
    expect(figures(stated('9 人', '2021 年末'), stated('9 人', '2020 年末'))).toBe('incomparable')
    expect(figures(stated('1 人', '2021 年末'), stated('2 人', '2021 年末'), stated('3 人', '2020 年末'))).toBe(
      'different',
    )
    const cells = [stated('120 人', '2021 年末'), stated('9 人', '2020 年末')]
    expect(hasSeveralPeriods({ isByPeriod: true, cells })).toBe(true)
    expect(hasSeveralPeriods({ isByPeriod: false, cells })).toBe(false)
    expect(hasSeveralPeriods({ isByPeriod: true, cells: [...cells.slice(1), unrecorded] })).toBe(false)
  })
})

const row = (label: string, ...cells: Cells) => ({ label, isByPeriod: false, cells })

it('rows keep their order within differences, incomparable and equal ones', () => {
  const rows = [
    row('甲', stated('1'), stated('1')),
    row('乙', stated('1'), unrecorded),
    row('丙', stated('1'), stated('2')),
    row('丁', stated('2'), stated('1')),
  ]
  const { different, incomparable, equal } = groupRows(rows)
  expect([different, incomparable, equal].map((group) => group.map(({ label }) => label).join(''))).toEqual([
    '丙丁',
    '乙',
    '甲',
  ])
})

const read = (query: string) => readCompareParams(new URLSearchParams(query))

it('the address states the companies and the rows', () => {
  expect(read('ids=a,b&view=jobSeeker')).toEqual({ ids: ['a', 'b'], view: 'jobSeeker', notes: [] })
})

it.each([
  ['', [], []],
  ['ids=,', [], []],
  ['ids=a', ['a'], []],
  ['ids=a,b,a', ['a', 'b'], ['重复的企业仅显示一次']],
  ['ids=a,b,c,d', ['a', 'b', 'c'], ['最多对比 3 家企业，仅显示前 3 家']],
  [`ids=a,b,${'x'.repeat(65)}`, ['a', 'b'], ['1 家企业未找到']],
])('%s shows %j and says %j', (query, ids, notes) => {
  expect(read(query)).toEqual({ ids, view: 'facts', notes })
})

it('an unknown view is that of the facts', () => {
  expect(read('ids=a,b&view=other').view).toBe('facts')
})

const pair = (text: string, other: string) => [statedCell(text), statedCell(other)]

it('a poster shows differences first, and neither persons nor risks', () => {
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

it('a poster leaves out rows whose sources do not fit', () => {
  const rowsOfFacts = ['甲', '乙', '丙', '丁', '戊'].map((label, at) =>
    buildComparedRow(
      label,
      pair('1', '2').map((cell) => ({ ...cell, source: buildProvenance({ sourceId: at === 4 ? 's0' : `s${at}` }) })),
    ),
  )
  const { rows, sources } = posterComparisonOf(buildComparison(2, { facts: rowsOfFacts }))
  expect(rows.map(({ label }) => label)).toEqual(['甲', '乙', '丙', '戊'])
  expect(sources.map(({ subject }) => subject)).toEqual(['甲、戊', '乙', '丙'])
})
