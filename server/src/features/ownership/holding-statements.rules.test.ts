import type { HoldingNode } from '@baiqicha/contract/ownership'
import { array, assert, constantFrom, integer, option, property, record, uniqueArray } from 'fast-check'
import { expect, it } from 'vitest'
import { isNightly } from '../../../test/nightly.ts'
import { mergeHoldings, type StatedEdge } from './holding-statements.rules.ts'

const node = (key: string): HoldingNode => ({ key, name: key, companyId: key, kind: 'company', isAbroad: false })
const edge = (holder: string, share: number | null, basis: StatedEdge['basis'], asOf: string): StatedEdge => ({
  holder: node(holder),
  company: node('本'),
  share,
  basis,
  amount: null,
  isDisputed: false,
  asOf,
  sources: [{ sourceId: basis, sourceName: basis, sourceUrl: null, asOf }],
  recordId: `${holder} ${basis} ${share}`,
  isController: false,
})
const merged = (edges: readonly StatedEdge[]) =>
  mergeHoldings(edges)
    .holdings.get('本')
    ?.map(({ holder, share, sources }) => `${holder} ${share} ${sources.map(({ sourceId }) => sourceId).join('、')}`)

it('the newer of registration and investment states the share, and both are its sources', () => {
  const edges = [edge('甲', 40, '工商登记', '2025-01-01'), edge('甲', 45, '对外投资', '2026-01-01')]
  expect(merged(edges)).toEqual(['甲 45 对外投资、工商登记'])
  expect(merged(edges.toReversed())).toEqual(merged(edges))
})

it('beside a publication neither the registration nor investments of others count, however new', () => {
  const edges = [
    edge('甲', 90, '工商登记', '2026-11-01'),
    edge('甲', 45, '对外投资', '2026-11-01'),
    edge('乙', 20, '对外投资', '2026-11-01'),
    edge('甲', 30, '最新公示', '2026-09-30'),
    edge('甲', 5, '最新公示', '2026-09-30'),
  ]
  expect(merged(edges)).toEqual(['甲 35 对外投资、最新公示'])
})

it('a negative share is none', () => {
  expect(merged([edge('甲', -5, '工商登记', '2026-01-01')])).toEqual(['甲 null 工商登记'])
})

it('the order of the records changes nothing', () => {
  const statement = record({
    holder: constantFrom('甲', '乙', '丙'),
    share: option(integer({ min: -5, max: 120 })),
    basis: constantFrom('工商登记', '最新公示', '对外投资'),
    asOf: constantFrom('2025-01-01', '2026-01-01'),
  })
  const statements = uniqueArray(statement, { maxLength: 8, selector: (one) => JSON.stringify(one) })
  assert(
    property(statements, array(integer(), { minLength: 8, maxLength: 8 }), (drawn, order) => {
      const edges = drawn.map(({ holder, share, basis, asOf }, at) => ({
        ...edge(holder, share, basis, asOf),
        recordId: `r-${at}`,
      }))
      const shuffled = edges.toSorted((a, b) => (order[edges.indexOf(a)] ?? 0) - (order[edges.indexOf(b)] ?? 0))
      expect(mergeHoldings(shuffled).holdings).toEqual(mergeHoldings(edges).holdings)
    }),
    { numRuns: isNightly ? 10_000 : 200 },
  )
})
