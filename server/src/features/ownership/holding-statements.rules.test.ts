import type { HoldingNode } from '@baiqicha/contract/ownership'
import { expect, it } from 'vitest'
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
