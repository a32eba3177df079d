import { riskCountKeys } from '@baiqicha/contract/risk-search'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countersOf } from './risk-counters.ts'
import { readRiskParams, riskKinds, riskListPath } from './risk-params.ts'

const counts = (current: number, disputed = 0, history = 0) => ({ current, disputed, history })

it('separates kinds with current records, with history only, without records and without a source', () => {
  const { standing, past, clean, unconnected } = countersOf({
    dishonestExecutor: counts(1, 0, 3),
    punishment: counts(0, 1),
    equityPledge: counts(0, 0, 2),
    businessRisk: counts(0),
  })
  expect(standing.map(({ kind }) => kind)).toEqual(['dishonestExecutor', 'punishment'])
  expect(past.map(({ kind }) => kind)).toEqual(['equityPledge'])
  expect(clean).toEqual(['businessRisk'])
  expect(unconnected).toHaveLength(riskKinds.length - 4)
})

it('counts judgments as defendant within judgments, not in addition', () => {
  const { standing } = countersOf({ judicialDocument: counts(3), judicialDocumentAsDefendant: counts(2) })
  expect(standing).toEqual([{ kind: 'judicialDocument', ...counts(3), asDefendant: 2 }])
})

it('puts every kind in exactly one group', () => {
  const count = fc.record({ current: fc.nat(3), disputed: fc.nat(3), history: fc.nat(3) })
  const any = fc.record(Object.fromEntries(riskCountKeys.map((key) => [key, count])), { requiredKeys: [] })
  fc.assert(
    fc.property(any, (riskCounts) => {
      const { standing, past, clean, unconnected } = countersOf(riskCounts)
      const all = [...[...standing, ...past].map(({ kind }) => kind), ...clean, ...unconnected]
      expect(all.toSorted()).toEqual([...riskKinds].toSorted())
    }),
    { seed: 7 },
  )
})

it('reads keyword and kind from the URL; unknown values count as absent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim()),
      fc.option(fc.constantFrom(...riskKinds), { nil: undefined }),
      (keyword, kind) => {
        expect(readRiskParams(riskListPath({ keyword, kind }).slice('/riskList'.length))).toEqual({ keyword, kind })
      },
    ),
    { seed: 8 },
  )
  expect(readRiskParams('?keyword= 澜山 &kind=shareholderInfo')).toEqual({ keyword: '澜山', kind: undefined })
  expect(readRiskParams('')).toEqual({ keyword: '', kind: undefined })
})
