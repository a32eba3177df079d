import { expect, test } from 'vitest'
import { buildIndexableCompany } from '../../../../../test/builders/indexable-companies.ts'
import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'
import { countRanked, isRanked, lacksPlaces, rankedFrom } from './ranked-companies.ts'

const rankedOf = (ofCompanies: Partial<IndexableCompany>[]) =>
  ofCompanies.map((one) => rankedFrom(buildIndexableCompany(one)))
const whole = { filters: { population: 'real' }, order: null, limit: 10, groups: [] } as const
const idsOf = ({ rows }: ReturnType<typeof countRanked>) => rows.map(({ id }) => id)

const companies = rankedOf([
  { id: 'star', boards: ['科创板'], listedOn: '2020-07-20', regionCode: '110108', prominence: 3 },
  { id: 'main', boards: ['主板'], listedOn: '2019-12-31', regionCode: '440300', prominence: 2, revenue: 5 },
  { id: 'both', boards: ['科创板', '主板'], listedOn: '2020-01-01', regionCode: '440305', prominence: 1, revenue: 9 },
  { id: 'demo', boards: ['科创板'], listedOn: '2020-07-21', isDemo: true },
])

test('counts the real companies of a board, and those of one place', () => {
  expect(idsOf(countRanked(companies, { board: '科创板' }, whole))).toEqual(['both', 'star'])
  const filters = { population: 'real', region: '4403' } as const
  expect(idsOf(countRanked(companies, { board: '科创板' }, { ...whole, filters }))).toEqual(['both'])
})

test('counts the companies that were listed within days, both included', () => {
  const listedOn = { from: '2020-01-01', to: '2020-07-20' }
  expect(countRanked(companies, { listedOn }, whole).total).toBe(2)
})

test('orders by revenue, and leaves out companies without one', () => {
  const first = countRanked(companies, { by: 'revenue' }, { ...whole, order: 'most', limit: 1 })
  expect({ total: first.total, ids: idsOf(first) }).toEqual({ total: 2, ids: ['both'] })
})

test('orders a published list as its ranks, by revenue, and the rest by prominence', () => {
  const members = rankedOf([
    { id: 'known', lists: ['名录'], prominence: 1 },
    { id: 'second', lists: ['名录'], revenue: 5, prominence: 3 },
    { id: 'unknown', lists: ['名录'], prominence: 2 },
    { id: 'first', lists: ['名录'], revenue: 9, prominence: 4 },
  ])
  expect(idsOf(countRanked(members, { list: '名录' }, whole))).toEqual(['first', 'second', 'known', 'unknown'])
})

test('counts each group', () => {
  const groups = [{ region: '11' }, { region: '44' }]
  expect(countRanked(companies, { board: '科创板' }, { ...whole, groups }).groups).toEqual([1, 1])
})

test('a list whose members have no places is not counted by place', () => {
  const members = rankedOf([{ lists: ['名录'] }, { lists: ['名录'] }, { lists: ['名录'], regionCode: '110000' }])
  expect(lacksPlaces(members, { list: '名录', region: '11' })).toBe(true)
  expect(lacksPlaces(members, { list: '名录' })).toBe(false)
})

test('a company without stock and list is not in the ranked', () => {
  expect(isRanked(buildIndexableCompany())).toBe(false)
  expect(isRanked(buildIndexableCompany({ lists: ['名录'] }))).toBe(true)
})
