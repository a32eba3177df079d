import { describe, expect, it } from 'vitest'
import { comparisonOf, groupRows, hasSeveralPeriods } from './comparison.ts'

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
