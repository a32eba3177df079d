import type { RelationLink } from '@baiqicha/contract/ownership'
import { expect, test } from 'vitest'
import { relationPath } from '../../domain/company/company-addresses.ts'
import { cutTexts, noRelationText, readRelationParams, stepText } from './relation.ts'

const link: RelationLink = {
  kind: 'holding',
  above: '甲',
  company: '乙',
  share: 60,
  offices: [],
  isDisputed: false,
  asOf: null,
  sources: [],
}

test('a step names its direction, and share or offices', () => {
  expect(stepText(link, '甲')).toBe('持有 60%')
  expect(stepText(link, '乙')).toBe('由其持有 60%')
  expect(stepText({ ...link, share: null }, '甲')).toBe('持有，份额未公示')
  const office = { ...link, kind: 'office', offices: ['董事长', '经理'] } as const
  expect([
    stepText({ ...office, offices: [...office.offices] }, '甲'),
    stepText({ ...office, offices: [] }, '乙'),
  ]).toEqual(['任董事长、经理', '由其职务未公示'])
})

test('no path is no proof, and what cut the search is named', () => {
  expect(noRelationText({ asOf: '2026-11-18', hops: 6 })).toBe(
    '截至 2026-11-18，在已收录的持股与任职记录中，6 步以内未发现关系（不代表没有）',
  )
  const nodes = [{ key: 'c-1', name: '演示结算', companyId: 'c-1', kind: 'company', isAbroad: false } as const]
  expect(cutTexts({ hubs: ['c-1'], nodes, isPartial: true })).toEqual(['演示结算：关联过多，未继续展开'])
  expect(cutTexts({ hubs: [], nodes, isPartial: true })).toEqual(['记录过多，未全部读取'])
})

test('the address keeps what is chosen', () => {
  expect(relationPath({ from: 'c-1', to: 'c-2', kinds: 'office' })).toBe('/relation?from=c-1&to=c-2&kinds=office')
  expect(relationPath({ from: '', to: 'c-2', kinds: 'both' })).toBe('/relation?to=c-2')
  expect(readRelationParams(new URLSearchParams('from=c-1&kinds=x'))).toEqual({ from: 'c-1', to: '', kinds: 'both' })
})
