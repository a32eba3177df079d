import { riskCountKeys } from '@baiqicha/contract/risk-search'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readRiskParams, riskKinds, riskListPath, riskSearchPath } from './risk-params.ts'
import { countersOf, otherRecordsText, searchedText } from './risk-row.tsx'

const counts = (current: number, disputed = 0, history = 0) => ({ current, disputed, history })
const allClean = Object.fromEntries(riskKinds.map((kind) => [kind, counts(0)]))

it('separates current records, kinds without a record and kinds without a source', () => {
  const { current, disputed, history, clean, unconnected } = countersOf({
    dishonestExecutor: counts(1, 0, 3),
    punishment: counts(0, 1),
    equityPledge: counts(0, 0, 2),
    businessRisk: counts(0),
  })
  expect(current).toEqual([{ kind: 'dishonestExecutor', current: 1, asDefendant: 0 }])
  expect({ disputed, history }).toEqual({ disputed: 1, history: 5 })
  expect(clean).toEqual(['businessRisk'])
  expect(unconnected).toHaveLength(riskKinds.length - 4)
})

it('counts judgments as defendant within judgments, not in addition', () => {
  const { current } = countersOf({ judicialDocument: counts(3), judicialDocumentAsDefendant: counts(2) })
  expect(current).toEqual([{ kind: 'judicialDocument', current: 3, asDefendant: 2 }])
})

it('lists the most serious kinds first', () => {
  const kinds = ['courtAnnouncement', 'executedPerson', 'punishment', 'dishonestExecutor', 'taxViolation'] as const
  const { current } = countersOf(Object.fromEntries(kinds.map((kind) => [kind, counts(1)])))
  expect(current.map(({ kind }) => kind)).toEqual([
    'dishonestExecutor',
    'taxViolation',
    'executedPerson',
    'punishment',
    'courtAnnouncement',
  ])
})

it('counts every kind once and never shows a count of 0', () => {
  const count = fc.record({ current: fc.nat(3), disputed: fc.nat(3), history: fc.nat(3) })
  const any = fc.record(Object.fromEntries(riskCountKeys.map((key) => [key, count])), { requiredKeys: [] })
  fc.assert(
    fc.property(any, (riskCounts) => {
      const { current, disputed, history, clean, unconnected } = countersOf(riskCounts)
      const known = riskKinds.flatMap((kind) => riskCounts[kind] ?? [])
      const shown = [...current.map(({ kind }) => kind), ...clean, ...unconnected]
      expect(new Set(shown).size).toBe(shown.length)
      expect(current.every((counter) => counter.current > 0)).toBe(true)
      expect(unconnected).toHaveLength(riskKinds.length - known.length)
      expect(disputed).toBe(known.reduce((sum, one) => sum + one.disputed, 0))
      expect(history).toBe(known.reduce((sum, one) => sum + one.history, 0))
    }),
  )
})

describe('the lines below the counters', () => {
  test.each([
    ['current records only', { punishment: counts(1) }, null, null],
    ['a dispute beside a current record', { punishment: counts(1, 2) }, '异议中 2', null],
    ['one dispute only', { punishment: counts(0, 1), businessRisk: counts(0) }, '异议中 1', '其余 1 类未查询到'],
    ['history only', { punishment: counts(0, 0, 2) }, '历史 2', null],
    [
      'no record of the searched kinds',
      { punishment: counts(0), businessRisk: counts(0) },
      null,
      '已接入的 2 类未查询到',
    ],
    ['no record of any kind', { ...allClean }, null, '未查询到风险记录'],
    [
      'history only, of all kinds',
      { ...allClean, punishment: counts(0, 0, 2) },
      '当前 0 · 历史 2',
      '其余 10 类未查询到',
    ],
    ['no source', {}, null, null],
  ])('%s', (_name, riskCounts, others, searched) => {
    const counters = countersOf(riskCounts)
    expect(otherRecordsText(counters)).toBe(others)
    expect(searchedText(counters, null)).toBe(searched)
  })

  test('date the empty result', () => {
    expect(searchedText(countersOf(allClean), '2026-06-30')).toBe('未查询到风险记录（截至 2026-06-30）')
  })
})

it('reads keyword and kind from the URL; unknown values count as absent', () => {
  const keywords = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim())
  fc.assert(
    fc.property(keywords, fc.option(fc.constantFrom(...riskKinds), { nil: undefined }), (keyword, kind) => {
      for (const path of [riskListPath({ keyword, kind }), riskSearchPath({ keyword, kind })]) {
        expect(readRiskParams(path.replace(/^[^?]*/, ''))).toEqual({ keyword, kind })
      }
    }),
  )
  expect(readRiskParams('?keyword= 澜山 &kind=shareholderInfo')).toEqual({ keyword: '澜山', kind: undefined })
  expect(readRiskParams('')).toEqual({ keyword: '', kind: undefined })
})

it('leaves an empty query out of the path', () => {
  expect(riskSearchPath()).toBe('/riskSearch')
  expect(riskSearchPath({ kind: 'dishonestExecutor' })).toBe('/riskSearch?kind=dishonestExecutor')
})
