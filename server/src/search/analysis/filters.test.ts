import { businessRiskKeys, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import { type AgeBand, ageBandKeys } from '@baiqicha/contract/search-vocabulary'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../test/builders/indexable-companies.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { CompanyFilters } from '../company-search.ts'
import { capitalBandOf, filterTermsOf, termGroupsOf, valueFilter } from './filters.ts'
import { dayOf } from './static-rank.ts'

const riskKinds = [...legalRiskKeys, ...businessRiskKeys]

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const hasAge = (foundedOn: string | null, age: AgeBand, now: number) =>
  valueFilter({ age }, now)?.({ foundedOn: () => dayOf(foundedOn) ?? 0, capital: () => 0, rank: () => 0 })

test('gives a company a term of every filter group that it passes, on any day', () => {
  fc.assert(
    fc.property(day, day, fc.constantFrom(...ageBandKeys), (foundedOn, today, age) => {
      const company = buildIndexableCompany({ foundedOn, capital: 500, industrySection: 'F', type: 'branch' })
      const filters = {
        age,
        capital: '500to1000',
        industry: 'F',
        status: '存续',
        listed: 'unlisted',
        type: 'branch',
      } as const
      const now = Date.parse(`${today}T04:00:00Z`)
      if (!hasAge(foundedOn, age, now)) return
      const terms = new Set(filterTermsOf(company))
      for (const group of termGroupsOf(filters, now)) expect(group.some((term) => terms.has(term))).toBe(true)
    }),
  )
})

test.each<[string, AgeBand, boolean]>([
  ['2025-07-01', 'to1', true],
  ['2026-07-01', 'to1', false],
  ['2021-06-30', '5to10', true],
  ['2021-07-01', '1to5', true],
  ['2021-07-01', '5to10', false],
  ['2011-06-30', 'from15', true],
])('founded on %s is %s on 30 June 2026: %s', (foundedOn, age, passes) => {
  // It is the 29th in UTC, but already the 30th in China.
  expect(hasAge(foundedOn, age, Date.parse('2026-06-29T23:30:00Z'))).toBe(passes)
})

function has(company: Partial<IndexableCompany>, filters: CompanyFilters) {
  const terms = new Set(filterTermsOf(buildIndexableCompany(company)))
  return termGroupsOf(filters, 0).every((group) => group.some((term) => terms.has(term)))
}

test('matches each kind of risk that a company has, and the absence of all of them', () => {
  const risky = { risks: ['executedPerson', 'taxViolation'] } satisfies Partial<IndexableCompany>
  expect(riskKinds.filter((risk) => has(risky, { risk }))).toEqual(['executedPerson', 'taxViolation'])
  expect(has(risky, { risk: 'none' })).toBe(false)
  const clear = { risks: ['none'] } satisfies Partial<IndexableCompany>
  expect(has(clear, { risk: 'none' })).toBe(true)
  expect(riskKinds.some((risk) => has(clear, { risk }))).toBe(false)
  expect(has({ risks: [] }, { risk: 'none' })).toBe(false)
})

test('matches no filter on a value that is unknown', () => {
  const terms = new Set(filterTermsOf(buildIndexableCompany({ status: null })))
  for (const filters of [
    { capital: 'to100' },
    { region: '99' },
    { industry: 'F' },
    { status: '存续' },
    { type: 'limited' },
  ] as const) {
    for (const group of termGroupsOf(filters, 0)) expect(group.some((term) => terms.has(term))).toBe(false)
  }
  expect(hasAge(null, 'from15', Date.parse('2026-06-30'))).toBe(false)
})

test('capital bands leave no gap', () => {
  expect([0, 99.99, 100, 500, 1000, 5000, 1e9].map(capitalBandOf)).toEqual([
    'to100',
    'to100',
    '100to500',
    '500to1000',
    '1000to5000',
    'from5000',
    'from5000',
  ])
})
