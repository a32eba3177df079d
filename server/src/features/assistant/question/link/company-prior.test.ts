import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import { priorOf } from './company-prior.ts'

const prior = (deviation: Parameters<typeof buildIndexableCompany>[0]) => priorOf(buildIndexableCompany(deviation))

test('employees decide, then revenue, then capital', () => {
  expect(prior({ employees: 3_000, capital: 1 })).toBe(3_000)
  expect(prior({ revenue: 450_000, capital: 1 })).toBe(3_000)
  expect(prior({ capital: 15_000 })).toBe(3_000)
})

test('a listed company is more likely, and one that has ended less', () => {
  expect(prior({ employees: 3_000, stockCodes: ['999001'], prominence: 20 })).toBe(18_000)
  expect(prior({ employees: 3_000, status: '注销' })).toBe(300)
})
