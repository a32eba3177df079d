import { expect, it } from 'vitest'
import { buildIndexableCompany as build } from '../../../test/builders/indexable-companies.ts'
import { FIRST_DEMO_RANK, rankOf } from './static-rank.ts'

it('ranks companies without a date of foundation by revenue, behind those with a date', () => {
  const ranks = [
    build({ foundedOn: '2026-01-01', revenue: 5 }),
    build({ revenue: 1e12 }),
    build({ revenue: 86_207_200 }),
    build({ revenue: 4_000_000 }),
    build({}),
    build({ prominence: 601, foundedOn: '1950-01-01' }),
  ].map(rankOf)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(ranks.length)
})

it('ranks fictional companies behind all real ones', () => {
  expect(rankOf(build({ isDemo: true, prominence: 0, foundedOn: '1950-01-01' }))).toBeGreaterThanOrEqual(
    FIRST_DEMO_RANK,
  )
  expect(rankOf(build({ status: '注销', name: '演示分公司', prominence: 1023 }))).toBeLessThan(FIRST_DEMO_RANK)
})
