import { ageBandKeys } from '@baiqicha/contract/company-search'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../test/builders-search.ts'
import { factsOf } from './company-facts.ts'
import { capitalBandOf, filterTermsOf, passesFilters, termGroupsOf } from './filters.ts'

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a company that passes has a term of every group, on any day', () => {
  fc.assert(
    fc.property(day, day, fc.constantFrom(...ageBandKeys), (foundedOn, today, age) => {
      const facts = factsOf(buildIndexableCompany({ foundedOn, capital: 500, industrySection: 'F' }))
      const filters = { age, capital: '500to1000', industry: 'F', status: '存续', listed: 'unlisted' } as const
      const now = Date.parse(`${today}T04:00:00Z`)
      if (!passesFilters(facts, filters, now)) return
      const terms = new Set(filterTermsOf(facts))
      for (const group of termGroupsOf(filters, now)) expect(group.some((term) => terms.has(term))).toBe(true)
    }),
  )
})

test.each([
  ['2025-07-01', 'to1', true],
  ['2026-07-01', 'to1', false],
  ['2021-06-30', '5to10', true],
  ['2021-07-01', '1to5', true],
  ['2021-07-01', '5to10', false],
  ['2011-06-30', 'from15', true],
] as const)('founded on %s is %s on 30 June 2026: %s', (foundedOn, age, passes) => {
  const facts = factsOf(buildIndexableCompany({ foundedOn }))
  // 23:30 of the day before in UTC is already the 30th in China.
  expect(passesFilters(facts, { age }, Date.parse('2026-06-29T23:30:00Z'))).toBe(passes)
})

test('what is unknown passes no filter that asks for it', () => {
  const facts = factsOf(buildIndexableCompany({ status: null }))
  for (const filters of [
    { age: 'to1' },
    { capital: 'to100' },
    { region: '99' },
    { industry: 'F' },
    { status: '存续' },
  ] as const) {
    expect(passesFilters(facts, filters, 0)).toBe(false)
  }
})

test('bands meet without a gap', () => {
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
